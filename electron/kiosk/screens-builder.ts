/**
 * `node screens-builder.ts CONFIG`: builds the screens alone, from the renderer part of
 * electron-vite's configuration.
 */
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig } from 'vite'

const [configFile] = process.argv.slice(2)
if (configFile === undefined) throw new Error('the configuration file is missing')
const { default: config } = (await import(pathToFileURL(configFile).href)) as {
  default: { renderer: InlineConfig }
}
await build({ ...config.renderer, configFile: false, logLevel: 'error' })
