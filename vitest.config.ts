import { defineConfig } from 'vitest/config';

// `source`: our packages are tested as the .ts that they are, not as built.
// Vite adds `import` or `require` by itself; Node is given these too, and would hand an `import` to who requires.
const conditions = ['source', 'node', 'module'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: process.env.KIFU_DEEP === '1' ? 600_000 : 60_000,
  },
});
