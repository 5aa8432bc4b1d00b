/** Texts around a guide: the page and the lesson. */

export const page = {
  games: 'Games',
  lesson: 'First lesson',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  stepDone: (at: number, of: number) => `Step ${at} of ${of}, done`,
  hint: 'Hint',
  show: 'Show me',
  again: 'Start over',
  next: 'Next step',
  startClock: 'Start the clock',
  /** A move in the notation of the game. */
  answer: (move: string) => `Play ${move}.`,
  missed: 'That is a legal move, but not what is asked for. Try again.',
  late: 'Too late. Try again.',
  finished: 'Lesson finished. You know enough for a first game.',
  tryIt: 'Try it',
  trying: (title: string) => `Try it: ${title}`,
  tryHow: 'Both sides are yours. Move as you like.',
  toLesson: 'Back to the lesson',
  playBot: 'Play a bot',
  enterMove: 'Enter a move',
  over: 'The game is over.',
  noGuide: 'This game has no guide yet. Here is what can be read from its rules.',
  players: 'Players',
  options: 'Options',
  usual: (value: string) => `usually ${value}`,
  range: (least: string, most: string) => `${least} to ${most}`,
  yes: 'Yes',
  no: 'No',
  firstMoves: 'Legal moves at the start',
  moves: (count: number) => (count === 1 ? '1 move' : `${count} moves`),
  endings: 'How a game can end',
};

export type GuidePageTexts = typeof page;
