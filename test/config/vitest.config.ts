import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Unit tests stand beside their source; what crosses rooms is under test/. Browser stories have their own project. */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/renderer/**', 'test/usb/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // What fights over the processor runs alone: a browser and an emulated machine measure patience otherwise.
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts', 'test/renderer/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'usb',
          include: ['test/usb/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
