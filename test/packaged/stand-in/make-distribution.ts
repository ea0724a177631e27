/**
 * Makes a folder electron-builder takes for an Electron distribution: its `electron` is a shell
 * script that runs Node with the stand-in, and carries a fuse wire that @electron/fuses finds.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The one that runs this: the runtime of the lock, or a system's own 24. */
const NODE = process.execPath
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/**
 * Version 1, Electron's defaults: run as Node, cookie encryption, node options, inspect, asar
 * integrity, only from asar, browser snapshot, file privileges, wasm trap handlers.
 */
const FUSES = '101100011'
const EMPTY_FILES = [
  'LICENSE',
  'LICENSES.chromium.html',
  'locales/es.pak',
  'locales/es-419.pak',
  'locales/en-US.pak',
  'chrome-sandbox',
]

export function makeDistribution(folder: string, version: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  for (const file of EMPTY_FILES) writeFileSync(join(folder, file), '')
  writeFileSync(join(folder, 'version'), version)
  const wire = Buffer.concat([Buffer.from([1, FUSES.length]), Buffer.from(`${FUSES}\n`)])
  // A shell reads nothing past `exit`: the wire lies there in Electron's own form.
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(script() + SENTINEL), wire]))
  chmodSync(join(folder, 'electron'), 0o755)
}

function script(): string {
  const here = import.meta.dirname
  return `#!/bin/sh
HERE=$(dirname "$(readlink -f "$0")")
export MESON_STANDIN_EXE="$HERE/$(basename "$0")"
export MESON_STANDIN_NODE="${NODE}"
FUSES=$(tail -c ${FUSES.length + 1} "$MESON_STANDIN_EXE")
case "$FUSES" in ??1*) ;; *) unset NODE_OPTIONS ;; esac
PRELOAD="--disable-warning=ExperimentalWarning --import file://${here}/preload.ts"
case "$ELECTRON_RUN_AS_NODE$FUSES" in
  11*) MESON_STANDIN_TYPE=node exec "${NODE}" $PRELOAD "$@" ;;
esac
MESON_STANDIN_TYPE=browser exec "${NODE}" $PRELOAD \\
  --unhandled-rejections=warn-with-error-code "${here}/boot.ts" "$@"
exit 1
`
}
