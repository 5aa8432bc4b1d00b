/** How to play ludo. */
import type { GuideTexts } from '../../guides.ts';

export const ludo = {
  lead: 'Bring four tokens around the board and home before the others do. Roll a six to get out.',
  sections: {
    aim: {
      title: 'Once around',
      text: 'Each token walks once around the board, clockwise from its own start square, then up its home column. The first player with all four tokens home wins.',
    },
    out: {
      title: 'A six gets you out',
      text: 'Tokens begin in base. Only with a six may one come out, to its start square. After a six you roll again; the third six in a row is void and ends your turn.',
    },
    walk: {
      title: 'Exactly the number',
      text: 'One token walks exactly the number rolled, past any token. It may not land on a token of the same color: with this 4, only {moves} token can move.',
    },
    capture: {
      title: 'Capture',
      text: 'Land on a square with an opposing token and it goes back to base. All the way again.',
    },
    safe: {
      title: 'Safe squares',
      text: 'On stars and start squares nothing is captured; tokens of different colors share them. Red can end this move on a star, beside Green.',
    },
    home: {
      title: 'Home with the exact number',
      text: 'Nobody can follow you into your home column. To get home you need the exact number: the front token needs a 3, so with a 4 the other one walks.',
    },
    end: {
      title: 'The end',
      text: 'The fourth token of Red is home: Red wins at once.',
    },
  },
  lesson: {
    out: {
      task: 'You rolled a six. Bring a token out of base.',
      hint: 'Choose a token in your base, not the one on its way.',
      done: 'It stands on your start square, and you roll again.',
    },
    capture: {
      task: 'Capture the green token.',
      hint: 'Which of your tokens is five squares behind it?',
      done: 'Green’s token is back in base.',
    },
    safe: {
      task: 'Bring a token to safety on the star.',
      hint: 'The star is five squares away from one of your tokens.',
      done: 'Nobody can capture it there.',
    },
    home: {
      task: 'Bring a token home.',
      hint: 'The one in the home column needs exactly four.',
      done: 'Home tokens stay there.',
    },
    win: {
      task: 'Win the game.',
      hint: 'One token is still missing.',
      done: 'All four are home: you win.',
    },
  },
} satisfies GuideTexts;

export type LudoGuide = typeof ludo;
