/** How to play backgammon. */
import type { GuideTexts } from '../../guides.ts';

export const backgammon = {
  lead: 'A race of fifteen checkers around the board. The dice decide how far, you decide which.',
  sections: {
    aim: {
      title: 'Two directions',
      text: 'White moves from point 24 down to point 1, Black the other way. Bring all your checkers into your home board, the last six points, then bear them off. The first player to bear off all of them wins.',
    },
    dice: {
      title: 'Two dice, two moves',
      text: 'Each die moves one checker; the same checker may use both. With equal dice you play the number four times. You must use as many dice as the rules allow.',
    },
    points: {
      title: 'Open and blocked points',
      text: 'You may land on a point unless it holds two or more opposing checkers. The 2 from point 24 is possible here, the 5 is blocked. A single opposing checker is a blot: land on it and it goes to the bar.',
    },
    bar: {
      title: 'From the bar',
      text: 'A checker on the bar enters first, in the opponent’s home board, on the point that a die names. Until it is in, nothing else may move. Here the 2 enters, the 4 is blocked.',
    },
    off: {
      title: 'Bearing off',
      text: 'When all your checkers are at home, a die takes one off from its point. If that point and all behind it are empty, take one from your highest point.',
    },
    score: {
      title: 'What a win counts',
      text: 'A plain win counts {single}. If the loser has borne off nothing, it is a gammon and counts {gammon}, as here; with a checker still on the bar or in the winner’s home it is a backgammon and counts {backgammon}.',
    },
  },
  lesson: {
    point: {
      task: 'Make a point: put two checkers on point 5.',
      hint: 'The 3 comes from point 8, the 1 from point 6.',
      done: 'Two checkers on a point are safe, and they block your opponent.',
    },
    hit: {
      task: 'Hit the black blot on point 9.',
      hint: 'Count four points from your stack on 13.',
      done: 'Black has to start again from the bar.',
    },
    bar: {
      task: 'Enter your checker from the bar.',
      hint: 'With a 2 you enter on point 23.',
      done: 'Only now may your other checkers move again.',
    },
    off: {
      task: 'Bear off two checkers.',
      hint: 'The 6 takes one from point 6, the 4 one from point 4.',
      done: 'Two fewer to go.',
    },
    win: {
      task: 'Bear off your last checkers and win.',
      hint: 'Higher numbers may take from your highest point.',
      done: 'All fifteen are off: you win.',
    },
  },
} satisfies GuideTexts;

export type BackgammonGuide = typeof backgammon;
