/**
 * `node builder.ts CONFIG PART FOLDER`: builds the screens or the kiosk's program, from
 * electron-vite's configuration. The folder is whole from the moment it is there.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, mergeConfig, type InlineConfig } from 'vite'

const [configFile, part, folder] = process.argv.slice(2)
if (configFile === undefined || folder === undefined || (part !== 'screens' && part !== 'program'))
  throw new Error('node builder.ts CONFIG screens|program FOLDER')
const { default: config, kiosk } = (await import(pathToFileURL(configFile).href)) as {
  readonly default: { readonly renderer: InlineConfig }
  readonly kiosk: InlineConfig
}
const [made, before] = [`${folder}.${process.pid}`, `${folder}.${process.pid}-before`]
try {
  await build(
    mergeConfig(part === 'screens' ? config.renderer : kiosk, {
      configFile: false,
      logLevel: 'error',
      build: { outDir: made, emptyOutDir: true },
    }),
  )
  mkdirSync(dirname(folder), { recursive: true })
  moveAway(folder, before)
  renameSync(made, folder)
} finally {
  for (const left of [made, before]) rmSync(left, { recursive: true, force: true })
}

/** Nothing where nothing is. */
function moveAway(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
