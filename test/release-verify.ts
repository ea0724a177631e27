/**
 * Reads back what was packed: `node test/release-verify.ts TESTED RELEASED`, two packed programs.
 * The one for a shop has its fuses as the build block says, and holds byte for byte what the one of
 * the stories holds, but the word that let that one be steered. Exit 1 names what differs.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import packageJson from '../package.json' with { type: 'json' }

/** A fuse is a digit in the wire. */
const FUSE_ON = '1'.charCodeAt(0)
const ARCHIVE = 'app.asar'

/** By the names of the build block. */
export async function fusesOf(program: string): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(program)
  const isOn = (fuse: FuseV1Options) => Number(wire[fuse]) === FUSE_ON
  return {
    runAsNode: isOn(FuseV1Options.RunAsNode),
    enableCookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
    enableNodeOptionsEnvironmentVariable: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    enableNodeCliInspectArguments: isOn(FuseV1Options.EnableNodeCliInspectArguments),
    enableEmbeddedAsarIntegrityValidation: isOn(
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    ),
    onlyLoadAppFromAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
    loadBrowserProcessSpecificV8Snapshot: isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    grantFileProtocolExtraPrivileges: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }
}

/** Folders of resources: what is in one and not, or otherwise, in the other. */
export function differencesOf(tested: string, released: string): string[] {
  const [first, second] = [contentsOf(tested), contentsOf(released)]
  const names = new Set([...first.keys(), ...second.keys()])
  return [...names].filter((name) => first.get(name) !== second.get(name)).toSorted()
}

function contentsOf(resources: string): Map<string, string> {
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const archive = join(resources, ARCHIVE)
  const contents = new Map<string, string>()
  for (const line of listPackage(archive, { isPack: true })) {
    const [, state = '', path = ''] = /^(pack|unpack) +: [\\/]?(.*)$/.exec(line) ?? []
    if (path === 'package.json') contents.set(path, hashOf(withoutWord(extractFile(archive, path))))
    else if (state === 'pack') contents.set(path, hashOf(fileOrFolder(archive, path)))
  }
  for (const folder of [`${ARCHIVE}.unpacked`, 'resources'])
    for (const name of existsSync(join(resources, folder)) ? filesIn(join(resources, folder)) : [])
      contents.set(join(folder, name), hashOf(readFileSync(join(resources, folder, name))))
  return contents
}

function fileOrFolder(archive: string, path: string): Uint8Array {
  try {
    return extractFile(archive, path)
  } catch {
    return Buffer.from('a folder')
  }
}

/** Written again by nobody else: the order of its fields stays. */
function withoutWord(packed: Uint8Array): Buffer {
  const { steered: _, ...rest } = JSON.parse(Buffer.from(packed).toString()) as {
    readonly steered?: unknown
  }
  return Buffer.from(JSON.stringify(rest))
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )

/** Beside the program, or where macOS has them. */
function resourcesOf(program: string): string {
  const folder = dirname(program)
  return basename(folder) === 'MacOS' ? join(folder, '..', 'Resources') : join(folder, 'resources')
}

async function main([tested = '', released = '']: readonly string[]): Promise<void> {
  const wanted: Readonly<Record<string, boolean>> = packageJson.build.electronFuses
  const fuses = Object.entries(await fusesOf(released)).filter(
    ([name, isOn]) => wanted[name] !== isOn,
  )
  if (fuses.length > 0) throw new Error(`fuses otherwise than wanted: ${fuses.join('; ')}`)
  const packed = JSON.parse(
    extractFile(join(resourcesOf(released), ARCHIVE), 'package.json').toString(),
  ) as { readonly steered?: unknown }
  if (packed.steered !== undefined) throw new Error('this package lets itself be steered')
  const differences = differencesOf(resourcesOf(tested), resourcesOf(released))
  if (differences.length > 0)
    throw new Error(`not what was tested: ${differences.slice(0, 20).join(', ')}`)
}

if (import.meta.main)
  await main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  })
