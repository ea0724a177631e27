import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import config from '../../electron.vite.config.ts'

/**
 * Builds the screen as it ships, into a folder of its own so that tests never race with `npm
 * start`. Returns the folder.
 */
export async function buildRenderer(): Promise<string> {
  const { renderer } = config as { renderer: NonNullable<Parameters<typeof build>[0]> }
  const outDir = mkdtempSync(join(tmpdir(), 'meson-renderer-'))
  await build({
    ...renderer,
    configFile: false,
    logLevel: 'warn',
    build: { ...renderer.build, outDir, emptyOutDir: true },
  })
  return outDir
}
