/** In every Node of the stand-in, also in its threads: what Electron changes about Node. */
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const EXECUTABLE = process.env['MESON_STANDIN_EXE'] ?? ''
const TYPE = process.env['MESON_STANDIN_TYPE']
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, enumerable: true })

if (isMainThread) {
  process.execPath = EXECUTABLE
  define(process.versions, 'electron', readFileSync(join(dirname(EXECUTABLE), 'version'), 'utf8'))
  if (TYPE !== 'node') define(process, 'type', TYPE)
}
define(process, 'resourcesPath', join(dirname(EXECUTABLE), 'resources'))
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron' && specifier !== 'electron/main') return next(specifier, context)
    if (TYPE !== 'browser' || !isMainThread)
      throw new Error(`electron is not there in a ${TYPE} process or a thread`)
    return { url: `file://${import.meta.dirname}/electron.ts`, shortCircuit: true }
  },
})
// The system loads no library out of an archive: Electron would copy it to a temporary folder.
const load = process.dlopen.bind(process)
process.dlopen = (module: object, file: string, flags?: number) => {
  const inside = `${sep}app.asar${sep}`
  const unpacked = file.replace(inside, `${sep}app.asar.unpacked${sep}`)
  if (file.includes(inside) && !existsSync(unpacked))
    throw new Error(`${file} is loaded from inside the archive; unpack it`)
  if (flags === undefined) load(module, unpacked)
  else load(module, unpacked, flags)
}
