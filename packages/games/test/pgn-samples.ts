/** PGN as programs and people write it, made for tests. */

/** The sample of the PGN standard (§2.3), with its lines as we break them. */
export const STANDARD = `[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2

`;

/** A server's game with clocks, evaluations and many tags. */
export const SERVER = `[Event "Rated Blitz game"]
[Site "https://chess.example/abcdefgh"]
[Date "2024.02.29"]
[Round "-"]
[White "anna"]
[Black "ben_1"]
[Result "0-1"]
[UTCDate "2024.02.29"]
[UTCTime "23:59:07"]
[WhiteElo "1854"]
[BlackElo "1911"]
[WhiteRatingDiff "-5"]
[BlackRatingDiff "+5"]
[Variant "Standard"]
[TimeControl "180+2"]
[ECO "C50"]
[Opening "Italian Game: Blackburne-Kostić Gambit"]
[Termination "Time forfeit"]

1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%eval 0.21] [%clk 0:03:00] } 2. Nf3 { [%eval 0.13] [%clk 0:02:59.5] } 2... Nc6 { [%clk 0:02:58] } 3. Bc4 { [%clk 0:02:57] } 3... Nd4?! { [%eval 1.33] [%clk 0:02:55] } { Inaccuracy. Nf6 was best. } (3... Nf6 4. d3 Bc5 5. O-O { a quiet game }) 4. Nxe5?? { (1.33 → -1.04) Blunder. c3 was best. } { [%eval -1.04] [%clk 0:02:20] [%cal Gd8g5,Rg5g2][%csl Gg2] } (4. c3 Nxf3+ 5. Qxf3 Qf6) 4... Qg5 { [%clk 0:02:53] } 5. Nxf7 { [%clk 0:02:01] } 5... Qxg2 { [%clk 0:02:50] } 6. Rf1 { [%clk 0:01:11] } 6... Qxe4+ { [%clk 0:02:48] } 7. Be2 { [%clk 0:00:00.1] } 0-1


`;

/** A book's analysis: variations in variations, before and after comments, glyphs in both forms. */
export const ANALYSIS = `[Event "Paris Opera"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke of Brunswick \\"and\\" Count Isouard"]
[Result "1-0"]
[Annotator "C:\\\\books\\\\morphy"]

{An opera, and a game
played during it.}
1.e4 e5 2.Nf3 d6 3.d4 Bg4?! {This is a weak move
already.--Fischer} (3...exd4 4.Nxd4 (4.Qxd4 $5 Nc6 (4...a6 5. Bg5) 5.Bb5 Bd7 $10 {even}) Nf6
5.Nc3 g6) (3...Nd7 $6 4. Bc4 c6) 4.dxe5 Bxf3 (4... dxe5 5.Qxd8+ Kxd8 6.Nxe5 $16) 5.Qxf3 dxe5
6.Bc4 Nf6 ({Not} 6... Qf6 {because of} 7. Qb3 $18 {which wins a pawn} b6 8. Nc3) 7.Qb3 Qe7
8.Nc3 $1 $146 (8.Qxb7 Qb4+ $1 9. Qxb4 Bxb4+) 8...c6 9.Bg5 {Black is in what's like a
zugzwang position here.} b5 $2 10.Nxb5! cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8
13.Rxd7 $3 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+!! Nxb8 17.Rd8# {Mate.} 1-0

`;

/** A study from a position, black to move. */
export const STUDY = `[Event "Saavedra"]
[Site "?"]
[Date "1895.05.04"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[SetUp "1"]
[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]

{ [%csl Gc6] White to move and win } 1. c7 Rd6+ 2. Kb5 (2. Kc5 Rd1 {is a draw} 3. c8=Q Rc1+)
2... Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4! 6. c8=R! $1 {[%emt 0:00:03]} (6. c8=Q? Rc4+ 7. Qxc4) 6... Ra4 7. Kb3 1-0

[Event "Black first"]
[FEN "r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 0 31"]
[SetUp "1"]

31... exd3 (31... O-O-O 32. O-O) (31... 0-0 32. 0-0-0) 32. Rxa8+ Ke7 *
`;

/** A game of a careless writer: no tags, odd numbers, stray lines. */
export const SLOPPY = `\uFEFF1.e4 c5 2 Nf3 Nc6 3...d4 cxd4 4.Nxd4
% a line for some program only
Nf6 5.Nc3 d6 ; the classical way
6.Be2 e5 7 . Nb3 Be7 8.0-0 0-0 9.Be3

[White "Somebody"]
[Event "no result, and the next begins"]1.d4 d5 2.c4 1/2 {agreed} ; at once
[Event "nothing but tags"]
[White "A"]

[Event "mate without a result"]

1. f3 e5 2. g4 Qh4#
`;

/** All of it in one file. */
export const COLLECTION = STANDARD + SERVER + ANALYSIS + STUDY + SLOPPY;
