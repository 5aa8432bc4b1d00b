/** Keys that are refused wherever one comes in: of small order, or not in their canonical encoding. */
export const WEAK_KEYS: readonly (readonly [hex: string, why: string])[] = [
  [`${'00'.repeat(32)}`, 'of order 4'],
  [`01${'00'.repeat(31)}`, 'the identity'],
  [`ec${'ff'.repeat(30)}7f`, 'of order 2'],
  ['26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'of order 8'],
  [`${'00'.repeat(31)}80`, 'of order 4, the other x'],
  [`01${'00'.repeat(30)}80`, 'the identity, with a sign'],
  [`ed${'ff'.repeat(30)}7f`, 'p for 0'],
  [`f0${'ff'.repeat(30)}7f`, 'p + 3 for 3'],
];
