/** Faults for players: what happened, and what to do. A fault's own message is for logs and developers, and is always English. */

export const faults = {
  /** Keyed by fault code. */
  codes: {
    malformed: 'This isn’t in the expected format. Check it and try again.',
    'too-large': 'This is too large, or too much at once. Send less, or wait a moment.',
    'bad-setup': 'These settings don’t fit this game. Change them and try again.',
    'bad-state': 'This position is impossible in this game. Correct it and try again.',
    'unknown-game': 'Unknown game, or a newer version of it. Update or reload, then try again.',
    'unknown-bot': 'This bot isn’t available for this game. Choose another one.',
    'illegal-move': 'This isn’t allowed now. Choose another move.',
    'wrong-seat': 'You can’t do that now: it isn’t your turn, or you aren’t playing this seat.',
    'game-over': 'The game is over.',
    'draw-due': 'A random draw must come first. Wait a moment.',
    'not-due': 'There is nothing to roll or deal now.',
    'no-ticks': 'This game isn’t played in real time.',
    'past-time': 'This is too late, or a clock is wrong. Check your device’s clock and try again.',
    'broken-chain': 'The record is damaged or was changed. Get another copy.',
    'bad-signature':
      'A signature is missing or invalid. If it should be yours, sign in again; otherwise, don’t trust it.',
    'out-of-time': 'The time has run out.',
    paused: 'The game is paused or hasn’t started. It continues when all players are ready.',
    conflict: 'Something has changed in the meantime. Reload and try again.',
    'not-found': 'Not found. Check the link or the name: it may be wrong or deleted.',
    'broken-record': 'The record contradicts the rules of the game. Don’t trust it.',
    unsupported: 'This isn’t possible with this game, this record or this server.',
    unreadable: 'This can’t be loaded. Check your connection and try again.',
    unwritable: 'This can’t be saved. Try again later.',
    unreachable: 'No response. Check the address and your connection, then try again.',
    'rating-drift': 'A stored rating differs from the one its games give. Rebuild the ratings.',
    exists: 'This already exists. Choose another name.',
  },
  /** Where the rule says more than the code. Keyed by fault code, then by rule; games explain their own rules. */
  rules: {
    malformed: {
      script: 'A word of the name mixes letters of several scripts. Write each word in one script.',
    },
    'too-large': {
      vacation: 'You have no vacation days left this year.',
      length: 'This game is longer than the format allows.',
      plan: 'These are too many conditional moves. Remove some and try again.',
    },
    'bad-setup': {
      options: 'The game doesn’t have this option. Remove it and try again.',
    },
    'illegal-move': {
      offer: 'A draw offer is already open.',
      agreement: 'There is no draw offer to accept.',
      decline: 'There is nothing to decline.',
      takeback: 'This takeback isn’t possible now.',
      pause: 'You can’t pause now: the game is already paused, or you have already asked.',
      resume: 'You can’t resume now: the game isn’t paused, or you are already waiting.',
      abort: 'It’s too late to abort: the game has started. You can still resign.',
      claim: 'You can’t claim this now.',
      flag: 'There is still time on the clock.',
      'withheld-link': 'The player still has time to reveal a random number. Wait a moment.',
    },
    'wrong-seat': {
      plan: 'A line must end with your reply to a move of your opponent.',
      turn: 'It isn’t your turn.',
      'not-your-turn': 'It isn’t your turn.',
    },
    'draw-due': {
      link: 'A random draw must come first. Roll before you move.',
    },
    'not-due': {
      link: 'There is nothing to roll now: it’s your move.',
    },
    'past-time': {
      ahead: 'The players’ clocks don’t match. Check your device’s clock.',
      closed: 'A move arrived after its turn was closed. Check your connection.',
    },
    'broken-chain': {
      root: 'The file contains moves beyond its end, or two versions of the game. Get another copy.',
    },
    'bad-signature': {
      key: 'The key was revoked or replaced, or belongs to someone else. Sign in again.',
      seq: 'The player signed something else at this point.',
      seen: 'The player answered a move without having seen it.',
      'no-key':
        'The key of your seat isn’t on this device. Continue on the device where you joined.',
      own: 'The server entered something in your name that you didn’t sign. Don’t trust it.',
      referee: 'The referee’s signature is missing or unexpected.',
      unproven: 'The players’ signatures don’t prove this result.',
      ipns: 'The publisher didn’t sign this. Don’t trust it.',
      'invalid-key': 'The key couldn’t sign at that time: it has expired or was revoked.',
      'revoked-key': 'The key was revoked. Don’t trust what it signed.',
      'foreign-key': 'The signature is by a key that doesn’t belong to the player.',
    },
    'out-of-time': {
      flag: 'The player’s time has run out.',
      lag: 'The move arrived too late, and the connection doesn’t explain why.',
      deadline: 'The deadline has passed.',
    },
    conflict: {
      history: 'The other side’s history of this game differs from the one it sent before.',
      header: 'The game isn’t the one you agreed to. Start a new one.',
      seq: 'You have already signed something else at this point. Reload the game.',
      plan: 'Another window has just changed your conditional moves. Reload and try again.',
      'server-key':
        'This server has another key than when you first signed in: it was set up again, or it is another server. Ask its admin before you accept the new key.',
      rating: 'Your rating is outside the range of this challenge. Choose another one.',
      phase: 'This isn’t possible at this stage of the game.',
      signed: 'You have already signed this game.',
      stale: 'A newer version is already known.',
      ahead: 'The time is in the future. Check your device’s clock.',
      identity: 'The key belongs to another player.',
      'in-use': 'Another program is using this folder. Close it and try again.',
      unlocked: 'The secret key has no passphrase. Protect it with one first.',
    },
    'not-found': {
      identity: 'There is no identity here yet. Create one first.',
    },
    'broken-record': {
      hash: 'A position doesn’t match the rules. Don’t trust the record from there on.',
      ending: 'The result isn’t the one that the rules give.',
      refusal: 'A move recorded as illegal is legal, or illegal for another reason.',
      clock: 'A clock in the record is wrong.',
      lag: 'A player got back more time than the turn took.',
      header: 'The game isn’t the one you agreed to. Don’t play it.',
      commitment: 'A random number isn’t the one that was fixed before the game.',
      link: 'A random number isn’t the next one that the player fixed before the game.',
      links: 'A random draw lacks numbers, or has too many.',
      deal: 'The ending doesn’t reveal how the hands were dealt.',
      branch: 'The game doesn’t continue the one that it says it does.',
      result: 'The result isn’t the one of the game.',
    },
    unsupported: {
      takeback: 'Takebacks aren’t possible in real-time games.',
      plan: 'Conditional moves aren’t possible in this game.',
      links: 'The random numbers for this game are on the device where you joined. Continue there.',
      declined: 'Your opponent declined.',
      muted: 'You can’t chat here at the moment: a moderator has muted you.',
      suspended: 'You can’t play here at the moment: a moderator has suspended you.',
      blocked: 'You can’t do this: one of you has blocked the other.',
      'chat-off': 'Chat is off in this game.',
      sealed: 'The hands are hidden until the game ends.',
    },
    unreadable: {
      passphrase: 'Wrong passphrase, or none was given. Enter it again.',
      'seat-player': 'The bot has failed. Start a new game, or play against another one.',
    },
    exists: {
      name: 'That username, or one that looks like it, is taken.',
      key: 'This key already belongs to another player. Sign in with it, or create another key.',
    },
  },
};

export type FaultTexts = typeof faults;
