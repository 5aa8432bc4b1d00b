/** Words of any match: seats, actions, outcomes, clocks. Fragments are lower-case, so that they can be joined into longer lines. */

const periods = (count: number): string => `${count} ${count === 1 ? 'period' : 'periods'}`;

export const match = {
  seat: (seat: number) => `seat ${seat}`,
  referee: 'the referee',
  /** What an action did; `who` is who did it, `of` whom it concerns. Keyed by action. */
  actions: {
    move: (who: string) => `${who} moves`,
    refused: (who: string, why: string) => `${who}: illegal move: ${why}`,
    links: () => 'random draw',
    leave: (of: string, how: string) => `${of} leaves: ${how}`,
    claim: (who: string, reason: string) => `${who} claims: ${reason}`,
    'offer-draw': (who: string) => `${who} offers a draw`,
    'accept-draw': (who: string) => `${who} accepts the draw`,
    decline: (who: string) => `${who} declines`,
    'ask-takeback': (who: string) => `${who} requests a takeback`,
    'allow-takeback': (who: string, to: number) => `${who} accepts the takeback to entry ${to}`,
    pause: (who: string) => `${who} pauses`,
    resume: (who: string) => `${who} resumes`,
    abort: (who: string) => `${who} aborts the match`,
  },
  /** How much time seats have; durations are formatted. Keyed by the type of the time control. */
  clock: {
    absolute: (main: string) => `${main} sudden death`,
    fixed: (move: string) => `${move} per move`,
    fischer: (main: string, increment: string) => `${main} + ${increment} per move`,
    'byo-yomi': (main: string, count: number, period: string) =>
      `${main}, then ${periods(count)} of ${period}`,
  },
};

export type MatchTexts = typeof match;
