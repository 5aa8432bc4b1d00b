import { defineConfig } from 'vitest/config';

// `source`: our packages are tested as the .ts that they are, not as built.
const conditions = ['source', 'node', 'module', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: process.env.KIFU_DEEP === '1' ? 600_000 : 60_000,
    hookTimeout: 60_000,
  },
});
