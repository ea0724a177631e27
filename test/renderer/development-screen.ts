import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import config from '../../electron.vite.config.ts'

/**
 * The screen with React's development build, which complains in the console of what would go wrong
 * in silence: keys that are missing, fields that change hands, a state set while drawing. Three
 * times the work of the one that ships. Returns its folder, which is the caller's to remove.
 */
export async function buildDevelopmentScreen(): Promise<string> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('NODE_ENV says production: this would build the screen that ships')
  const { renderer } = config as { renderer: NonNullable<Parameters<typeof build>[0]> }
  const outDir = mkdtempSync(join(tmpdir(), 'meson-development-screen-'))
  await build({
    ...renderer,
    configFile: false,
    mode: 'development',
    logLevel: 'error',
    build: { ...renderer.build, outDir, emptyOutDir: true },
  })
  return outDir
}
