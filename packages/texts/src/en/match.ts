/** Words of any match: seats, actions, outcomes, clocks. Fragments are lower-case, so that they can be joined into longer lines. */

const periods = (count: number): string => `${count} ${count === 1 ? 'period' : 'periods'}`;
const list = new Intl.ListFormat('en');

export const match = {
  seat: (seat: number) => `seat ${seat}`,
  referee: 'the referee',
  /** What an action did; `who` is who did it, `of` whom it concerns. Keyed by action. */
  actions: {
    move: (who: string) => `${who} moves`,
    refused: (who: string, why: string) => `${who}: illegal move: ${why}`,
    links: () => 'random draw',
    /** Keyed by how the seat leaves. */
    leave: {
      resignation: (of: string) => `${of} resigns`,
      flag: (of: string) => `${of} runs out of time`,
      absence: (of: string) => `${of} abandons the game`,
      'withheld-link': (of: string) => `${of} fails to reveal a roll`,
    },
    /** `reason` is the label of a reason. */
    claim: (who: string, reason: string) => `${who} claims: ${reason}`,
    'offer-draw': (who: string) => `${who} offers a draw`,
    'accept-draw': (who: string) => `${who} accepts the draw`,
    decline: (who: string) => `${who} declines`,
    'ask-takeback': (who: string) => `${who} requests a takeback`,
    'allow-takeback': (who: string, to: number) => `${who} accepts the takeback to entry ${to}`,
    pause: (who: string) => `${who} pauses`,
    resume: (who: string) => `${who} resumes`,
    abort: (who: string) => `${who} aborts the game`,
  },
  /** How a match ended; `by` is how a reason reads here, or empty. */
  outcome: {
    win: (who: readonly string[], by: string) =>
      `${list.format(who)} ${who.length > 1 ? 'win' : 'wins'}${by && ` ${by}`}`,
    draw: (by: string) => `draw${by && ` ${by}`}`,
    void: (by: string) => `no result${by && ` ${by}`}`,
    nobody: (by: string) => `no winner${by && ` ${by}`}`,
    /** A reason that has no text, in plain letters: `last taken`. */
    other: (reason: string) => `(${reason})`,
    points: (outcome: string, points: string) => `${outcome}, ${points}`,
  },
  /** Why a match ended, where that does not depend on the game. */
  reasons: {
    resignation: { label: 'Resignation', by: 'by resignation' },
    timeout: { label: 'Timeout', by: 'on time' },
    absence: { label: 'Abandonment', by: 'by abandonment' },
    withheldLink: { label: 'Failed reveal', by: 'by failing to reveal a roll' },
    agreement: { label: 'Agreement', by: 'by agreement' },
    adjudication: { label: 'Adjudication', by: 'by adjudication' },
    decree: { label: 'Adjudication', by: 'by adjudication' },
    forfeit: { label: 'Forfeit', by: 'by forfeit' },
    aborted: { label: 'Aborted', by: '(aborted)' },
    canceled: { label: 'Canceled', by: '(canceled)' },
    interrupted: { label: 'Unfinished', by: '(unfinished)' },
    noResult: { label: 'No result', by: '' },
    unknown: { label: 'Unknown', by: '' },
  },
  /** Why an action is refused in any game, by the rule of the fault. */
  refusals: {
    turn: 'It is not your turn.',
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
