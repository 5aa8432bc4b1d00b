/** How to play Mage Duel. */
import type { GuideTexts } from '../../guides.ts';

export const mageDuel = {
  lead: 'Lay square tiles on a board of 8×8 cells. Close cities and roads, and hold more of each than your opponent.',
  sections: {
    aim: {
      title: 'Cities, roads, fields',
      text: 'Players take turns and lay the tile on top of the deck. Every edge of a tile is city, road or field, and each tile belongs to the player who laid it. Blue has {blue} points here and Red {red}.',
    },
    fit: {
      title: 'Edges must match',
      text: 'City joins city, road joins road, field joins field. A tile must meet at least one matching edge: of a tile on the board, or of a marker on the rim. Turn it as you like: it fits in {moves} ways here.',
    },
    points: {
      title: 'What a tile counts',
      text: 'Each city edge of your tile counts 2, each road edge 1, and a marker on the rim that it meets counts the same again. This tile has two city edges and meets a marker: {blue} points for Blue.',
    },
    contest: {
      title: 'A closed city is a contest',
      text: 'When no edge of a city or road is open any more, it is decided: the player with more points in it takes the other’s. If Red closes this city, Blue wins it {blue} to {red}. With equal points nobody takes anything.',
    },
    jokers: {
      title: 'Jokers',
      text: 'Instead of the top tile you may lay any tile as a joker. You have {jokers}; each one left at the end is worth {price} points.',
    },
    end: {
      title: 'Skipping and the end',
      text: 'You may skip a turn. Two skips in a row end the game, and so does running out of tiles and jokers. Then open cities and roads are decided as well and jokers are counted: {blue} to {red} here.',
    },
  },
  lesson: {
    place: {
      task: 'Lay the tile on top of the deck.',
      hint: 'Choose one of its four rotations below the board, then a marked cell. Do not use a joker.',
      done: 'All edges match. The cell belongs to you now.',
    },
    city: {
      task: 'Close a city with a single tile: use a joker in the corner a1.',
      hint: 'Two city markers meet at a1. Press Joker, choose a1 and a tile with two city edges beside each other and fields.',
      done: 'No edge is open: the city is decided, and it is yours.',
    },
    road: {
      task: 'A red road comes down from a8. Close it with a joker on a7.',
      hint: 'You need a tile with road on top and on the left and nothing else.',
      done: 'Two points each: nobody takes anything from the other.',
    },
    take: {
      task: 'Win the shared city: close it with a joker on f6.',
      hint: 'You need a tile with a single city edge, turned to the right.',
      done: 'You hold more of it, so Red’s points are yours.',
    },
  },
} satisfies GuideTexts;

export type MageDuelGuide = typeof mageDuel;
