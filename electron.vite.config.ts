import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'electron-vite'
import packageJson from './package.json' with { type: 'json' }
import { parseSync, type InlineConfig, type Plugin, type Rolldown } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Also left out of the package, in the build block of package.json. */
const BUNDLED = [
  'zod',
  'hono',
  '@hono/node-server',
  '@hono/zod-openapi',
  'kysely',
  '@trpc/server',
  '@trpc/client',
  'nodemailer',
  'dns-packet',
  'age-encryption',
  '@scure/base',
  'otpauth',
]

/** Programs of their own, beside whichever host: in processes and workers. */
const PROGRAMS = {
  service: here('./electron/service/main.ts'),
  'render-worker': here('./electron/service/pdf/render-worker.ts'),
  'backup-worker': here('./electron/till/backup/durability/backup-worker.ts'),
  'check-worker': here('./electron/till/backup/durability/check-worker.ts'),
  'paper-worker': here('./electron/paper/paper-worker.ts'),
  'raster-worker': here('./electron/printing/raster-worker.ts'),
  'usb-host': here('./electron/printing/usb/usb-host.ts'),
}

/** Each process holds the text of what it runs. */
const SHORT = [oneByteALetter(), englishAlone()]

/** The Electron shell and the screen. */
export default {
  main: {
    plugins: [tellLicences(), ...SHORT],
    build: {
      outDir: 'out/main',
      // Pure programs of many small files go into the bundle; what is native, or finds files of its
      // own beside it, stays a package.
      externalizeDeps: { exclude: BUNDLED },
      rollupOptions: {
        // The issuing service of a server's; the one beside a till has a file of its own, and
        // nobody who watches it.
        external: ['pg', 'prom-client'],
        input: {
          index: here('./electron/main/index.ts'),
          core: here('./electron/host/core-process/core.ts'),
          ...PROGRAMS,
        },
        output: { comments: false },
      },
    },
  },
  renderer: {
    root: here('./renderer'),
    base: './',
    plugins: [react(), fetchScreenAtOnce(), tellLicences()],
    resolve: { alias: { '#shared': here('./shared') } },
    build: {
      outDir: here('./out/renderer'),
      emptyOutDir: true,
      // electron-vite would leave it as it is; the page reads all of it before the first picture.
      minify: true,
      target: 'chrome132',
      // The content security policy allows fonts and styles from the till itself only: nothing may
      // become a data: URL.
      assetsInlineLimit: 0,
      // Electron and the kiosk both know module preload; the polyfill would be one more script to
      // allow.
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: {
          index: here('./renderer/index.html'),
          customer: here('./renderer/customer.html'),
          rescue: here('./renderer/rescue.html'),
          office: here('./renderer/office.html'),
        },
        // What several parts share comes as one file with the first that needs it: a browser asks
        // six at a time, and what nobody needs yet is not read.
        output: {
          codeSplitting: {
            groups: [
              neededWith('begin', './renderer/main.tsx', { priority: 4 }),
              neededWith('words', './renderer/customer.ts', { priority: 3, minShareCount: 2 }),
              neededWith('shared', './renderer/screen.tsx', { priority: 2, minShareCount: 2 }),
              neededWith('counter', './renderer/screen.tsx', { priority: 1 }),
              { name: 'later', minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
} satisfies UserConfig

/**
 * The same till over plain Node. From its sources it runs as well, as the tests do; as one piece it
 * starts with half of the processor time and holds 45 MB less.
 */
export const kiosk: InlineConfig = {
  configFile: false,
  publicDir: false,
  ssr: { noExternal: true },
  plugins: SHORT,
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    assetsDir: 'chunks',
    reportCompressedSize: false,
    rolldownOptions: {
      external: (name) => builtinModules.includes(name) || isKept(name),
      input: { kiosk: here('./electron/kiosk/kiosk.ts'), ...PROGRAMS },
      output: { comments: false },
    },
  },
}

/** A package that stays one, as in the package. */
function isKept(name: string): boolean {
  const [scope = '', rest = ''] = name.split('/')
  const asked = scope.startsWith('@') ? `${scope}/${rest}` : scope
  return asked in packageJson.dependencies && !BUNDLED.includes(asked)
}

/** What a part needs at once, itself or through others: as one file with what others share. */
function neededWith(
  name: string,
  part: string,
  order: { readonly priority: number; readonly minShareCount?: number },
) {
  let needed: ReadonlySet<string> | null = null
  return {
    ...order,
    name(id: string, modules: Rolldown.ChunkingContext) {
      needed ??= neededBy(here(part), modules)
      return needed.has(id) ? name : null
    },
  }
}

/** By whoever asks for something later; the build puts it in, and it is in nobody's imports. */
const ASKS_LATER = '\0vite/preload-helper.js'

/**
 * The part itself keeps its own file. What is asked for later does not count, and of a package's
 * list of all it has only what is named.
 */
function neededBy(part: string, modules: Rolldown.ChunkingContext): ReadonlySet<string> {
  const read = new Map<string, Names>()
  const namesIn = (file: string): Names => {
    const names = read.get(file) ?? readNames(modules.getModuleInfo(file))
    read.set(file, names)
    return names
  }
  const fileOf = ({ id, name }: Name): string => {
    const further = namesIn(id).givenOn.get(name)
    return further === undefined ? id : fileOf(further)
  }
  const needed = new Set([part, ASKS_LATER])
  for (const one of needed) for (const name of namesIn(one).imported) needed.add(fileOf(name))
  needed.delete(part)
  return needed
}

/** The name of a file with all it gives. */
const WHOLE = '*'

interface Name {
  readonly id: string
  readonly name: string
}

interface Names {
  readonly imported: readonly Name[]
  /** What the file gives and has from another. */
  readonly givenOn: ReadonlyMap<string, Name>
}

function readNames(file: Rolldown.ModuleInfo | null): Names {
  const ids = file?.importedIds ?? []
  const { staticImports, staticExports } = parseSync('it.js', file?.code ?? '').module
  const exports = staticExports.flatMap(({ start, entries }) =>
    entries.flatMap(({ moduleRequest, ...names }) =>
      moduleRequest === null ? [] : { ...names, start, moduleRequest },
    ),
  )
  // Ids come in the order of their first mention, and last what the build itself asks for.
  const mentions = [...staticImports, ...exports].toSorted((one, other) => one.start - other.start)
  const sources = [...new Set(mentions.map(({ moduleRequest }) => moduleRequest.value))]
  const named = (source: { readonly value: string }, name: Word): Name => ({
    id: ids[sources.indexOf(source.value)] ?? '',
    name: wordOf(name),
  })
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => named(moduleRequest, importName)),
  )
  const others = ids.filter((id) => imported.every((one) => one.id !== id))
  return {
    imported: [...imported, ...others.map((id) => ({ id, name: WHOLE }))],
    givenOn: new Map(
      exports.map((one) => [wordOf(one.exportName), named(one.moduleRequest, one.importName)]),
    ),
  }
}

interface Word {
  readonly kind: string
  readonly name: string | null
}

const wordOf = ({ kind, name }: Word) => (kind === 'Default' ? 'default' : (name ?? WHOLE))

/** A file that a package has from somebody else says in itself what is granted. */
const GRANTS = /Permission (?:is hereby granted|to use, copy)|Redistribution and use/

/**
 * What goes into the bundle comes with its licence, as what stays a package does: its comments do
 * not go into it.
 */
function tellLicences(): Plugin {
  return {
    name: 'tell-licences',
    generateBundle() {
      const folders = [...this.getModuleIds()].flatMap(
        (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [],
      )
      const texts = [...new Set(folders)].toSorted().map((folder) => {
        const { name, version, license } = JSON.parse(
          readFileSync(`${folder}/package.json`, 'utf8'),
        ) as { readonly name: string; readonly version: string; readonly license?: string }
        const file = readdirSync(folder).find((one) => /^(licen[sc]e|copying)/i.test(one))
        // Some come without: their texts stand in the project.
        const ours = here(`./resources/licences/${name.replace('/', '-')}.txt`)
        const path = file === undefined ? ours : `${folder}/${file}`
        const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
        return `${name} ${version} (${license ?? 'see below'})\n\n${text}`
      })
      const inside = [...this.getModuleIds()].flatMap((id) => {
        const comments = this.getModuleInfo(id)?.code?.match(/\/\*[^]*?\*\//g) ?? []
        const name = id.replace(/^.*\/node_modules\//, '')
        return comments.filter((one) => GRANTS.test(one)).map((one) => `${name}\n\n${one}\n`)
      })
      const source = [...texts, ...inside].join(`\n${'-'.repeat(80)}\n`)
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}

/** One letter that is no ASCII, and Node keeps two bytes of each letter of the file. */
function oneByteALetter(): Plugin {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'one-byte-a-letter',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replace(/[^\u0000-\u007f]/g, escaped)
    },
  }
}

/** Zod's sentences, which nobody is shown, come in fifty languages to who asks for all of it. */
function englishAlone(): Plugin {
  return {
    name: 'english-alone',
    load: {
      filter: { id: /zod\/v4\/locales\/index\.js$/ },
      handler: () => `export { default as en } from './en.js'`,
    },
  }
}

/** The styles of what is used go before those of whoever uses it. */
function importsFirst(
  chunk: Rolldown.OutputChunk,
  all: readonly Rolldown.OutputChunk[],
): readonly Rolldown.OutputChunk[] {
  const imported = all.filter(({ fileName }) => chunk.imports.includes(fileName))
  return [...new Set([...imported.flatMap((one) => importsFirst(one, all)), chunk])]
}

/**
 * The page fetches the screen, its styles and its font together with the little program that comes
 * before the screen.
 */
function fetchScreenAtOnce(): Plugin {
  return {
    name: 'fetch-screen-at-once',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, filename }) {
        if (!filename.endsWith('index.html')) return []
        const chunks = Object.values(bundle).filter(
          (output): output is Rolldown.OutputChunk => output.type === 'chunk',
        )
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/screen.tsx'))
        if (screen === undefined) return []
        const spanish = chunks.filter(({ facadeModuleId }) =>
          facadeModuleId?.endsWith('/i18n/es/words.ts'),
        )
        const needed = [...importsFirst(screen, chunks), ...spanish].filter(
          ({ isEntry }) => !isEntry,
        )
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        const fonts = Object.keys(bundle).filter((file) => file.includes('inter-latin-opsz'))
        return [
          ...needed.map(({ fileName }) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', href: `./${fileName}` },
          })),
          ...styles.map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'stylesheet', href: `./${file}` },
          })),
          ...fonts.map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `./${file}`,
              crossorigin: true,
            },
          })),
        ]
      },
    },
  }
}
