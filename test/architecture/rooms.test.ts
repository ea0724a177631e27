/** The last word on who may import whom. The map of rooms in the README is this table in prose. */
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { circlesOf, folderArrows, importsOf, type Import } from '../support/imports.ts'
import { sourceFiles } from '../support/source-files.ts'

interface Room {
  readonly folder: string
  /** Rooms whose code it may use. */
  readonly rooms: readonly string[]
  /** Packages it may use; `node:` stands for Node's own modules. */
  readonly packages: readonly string[]
  /** Rooms it may use types of. */
  readonly typesOf?: readonly string[]
}

const ROOMS: readonly Room[] = [
  { folder: 'shared', rooms: ['shared'], packages: ['zod'] },
  {
    folder: 'electron/till',
    rooms: ['electron/till', 'electron/mail', 'shared'],
    packages: [
      'node:',
      'zod',
      'better-sqlite3',
      '@trpc/server',
      'hono',
      'undici',
      'fflate',
      'dns-packet',
      '@scure/base',
      'age-encryption',
    ],
  },
  {
    folder: 'electron/mail',
    rooms: ['electron/mail', 'shared'],
    packages: ['node:', 'nodemailer'],
  },
  {
    folder: 'electron/paper',
    rooms: ['electron/paper', 'shared'],
    packages: ['node:', 'bwip-js', 'fontkit', '@napi-rs/canvas'],
  },
  {
    folder: 'electron/printing',
    rooms: [
      ...['electron/printing', 'electron/paper', 'electron/serial', 'shared'],
      'resources/printers',
    ],
    typesOf: ['electron/till'],
    packages: [
      'node:',
      'zod',
      '@hyzyla/pdfium',
      'pdfjs-dist',
      '@napi-rs/canvas',
      'zxing-wasm',
      'escpos',
      'escpos-usb',
      'usb',
      '@serialport/stream',
      '@serialport/bindings-cpp',
    ],
  },
  {
    folder: 'electron/serial',
    rooms: ['electron/serial', 'shared'],
    typesOf: ['electron/till'],
    packages: ['node:', '@serialport/stream', '@serialport/bindings-cpp'],
  },
  {
    folder: 'electron/scale',
    rooms: ['electron/scale', 'electron/serial', 'shared'],
    typesOf: ['electron/till'],
    packages: [],
  },
  {
    folder: 'electron/service',
    rooms: [
      ...['electron/service', 'electron/paper', 'electron/mail', 'shared'],
      'resources/service',
    ],
    packages: [
      'node:',
      'zod',
      'hono',
      '@hono/node-server',
      '@hono/zod-openapi',
      'kysely',
      'better-sqlite3',
      'pg',
      'prom-client',
      'bwip-js',
      'otpauth',
    ],
  },
  {
    folder: 'electron/host',
    rooms: [
      'electron/host',
      'electron/till',
      'electron/printing',
      'electron/scale',
      'electron/serial',
      'electron/paper',
      'shared',
    ],
    packages: ['node:', 'zod'],
  },
  {
    folder: 'electron/kiosk',
    rooms: ['electron/kiosk', 'electron/host', 'electron/till', 'electron/printing', 'shared'],
    packages: ['node:', '@hono/node-server', 'vite'],
  },
  {
    folder: 'electron/desk',
    rooms: ['electron/desk', 'shared'],
    packages: ['node:', 'electron-updater'],
  },
  {
    folder: 'electron/main',
    rooms: [
      'electron/main',
      'electron/desk',
      'electron/host',
      'electron/till',
      'electron/printing',
      'shared',
    ],
    packages: ['node:', 'electron'],
  },
  {
    folder: 'renderer',
    rooms: ['renderer', 'shared', 'resources'],
    packages: [
      'react',
      'react-dom',
      'zustand',
      'react-aria-components',
      'i18next',
      'react-i18next',
      '@tanstack/react-virtual',
      'lucide-react',
      'uplot',
      'fflate',
      '@fontsource-variable/inter',
      '@trpc/client',
      'eventsource',
      'zod',
      'vite',
    ],
  },
]

const files = sourceFiles(['shared', 'electron', 'renderer']).filter(
  ({ path }) => !/\.test\.tsx?$/.test(path),
)

describe('rooms', () => {
  it.each(ROOMS.map((room) => [room.folder, room] as const))(
    '%s imports only what it may',
    (_, room) => {
      const ours = files.filter(({ path }) => path.startsWith(`${room.folder}/`))
      expect(ours.length).toBeGreaterThan(0)
      const trespasses = ours.flatMap((file) =>
        importsOf(file)
          .filter((found) => !isAllowed(room, found))
          .map((found) => `${file.path} -> ${found.target}`),
      )
      expect(trespasses).toEqual([])
    },
  )

  it('holds every source file', () => {
    const homeless = files.filter(
      ({ path }) => !ROOMS.some((room) => path.startsWith(`${room.folder}/`)),
    )
    expect(homeless.map(({ path }) => path)).toEqual([])
  })

  it('reaches electron from one file only', () => {
    const users = files.filter((file) =>
      importsOf(file).some(({ target, isType }) => target === 'electron' && !isType),
    )
    expect(users.map(({ path }) => path)).toEqual(['electron/main/index.ts'])
  })

  it("keeps Electron's part under 600 lines in all", () => {
    const lines = files
      .filter(({ path }) => path.startsWith('electron/main/'))
      .reduce((sum, { text }) => sum + text.split('\n').length, 0)
    expect(lines).toBeLessThan(600)
  })

  it('knows every dependency of package.json', () => {
    const known = new Set(ROOMS.flatMap((room) => room.packages))
    // Node itself, and the compiler of the screen: the build's configuration asks for it.
    for (const name of ['meson-node-runtime', '@vitejs/plugin-react']) known.add(name)
    const unknown = Object.keys(packageJson.dependencies).filter((name) => !known.has(name))
    expect(unknown).toEqual([])
  })
})

it('has no circles: what two files need of each other stands in a third', () => {
  expect(circlesOf(files)).toEqual([])
})

/**
 * The features of a room, bottom to top: what all stand on, then one feature a folder. An import
 * goes down the list, never up, so that no folders stand in a circle. `.`: the room itself.
 */
const ORDERS: Readonly<Record<string, string>> = {
  shared: `
    core languages money rut time text raster paper escpos star staff catalogue promotions
    vales issuing delivery printing selling shifts returns receipts customers importing
    reports devices card fleet head-office backup updates onboarding settings bridge
  `,
  'electron/till': `
    kernel adapters audit staff settings catalogue promotions sold printing issuing vales
    delivery customers selling returns shifts receipts card fleet tables importing reports
    devices backup updates onboarding http .
  `,
  renderer: `
    i18n bridge scanner stores actions kit tips customer-display updates scale staff goods
    promotions customers mail pages card payment sale vales receipts result returns shifts
    reports people support fleet settings guide manual rescue app head-office .
  `,
  'electron/service': `
    core catalogues storage auth rules companies parts webhooks fleet head-office folios
    documents pdf pages authority routes sandbox .
  `,
}

it.each(Object.entries(ORDERS))('%s: imports go down the list of features', (room, list) => {
  const order = list.trim().split(/\s+/)
  const arrows = folderArrows(files, room)
  const placeOf = (folder: string) => order.indexOf(folder.slice(room.length + 1) || '.')
  const used = [...arrows].flatMap(([folder, uses]) =>
    [...uses].map((other) => ({ folder, other })),
  )
  const homeless = [...arrows.keys()].filter((folder) => placeOf(folder) < 0)
  expect(homeless, 'each folder has its place in ORDERS above, under what it imports').toEqual([])
  const upwards = used.filter(({ folder, other }) => placeOf(other) > placeOf(folder))
  expect(upwards).toEqual([])
})

it.each([
  ['printing orders', 'print_job', 'electron/till/printing/print-orders.ts'],
  ['what there is of a product', 'stock_move', 'electron/till/catalogue/stock/stock-moves.ts'],
  ['the receipts of the outbox', 'receipt', 'electron/till/issuing/outbox/receipt-moves.ts'],
])('only one file writes %s', (_, table, writer) => {
  const writes = new RegExp(`\\b(INTO|UPDATE|DELETE FROM)\\s+${table}\\b`)
  const writers = files.filter(
    ({ path, text }) =>
      path.startsWith('electron/') && !/\/db\/migration/.test(path) && writes.test(text),
  )
  expect(writers.map(({ path }) => path)).toEqual([writer])
})

describe('purity', () => {
  it('shared/ reads no clock, no randomness, no environment', () => {
    const impure =
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bsetTimeout\b|\bfetch\(|\bcrypto\./
    const found = files.filter(
      ({ path, text }) => path.startsWith('shared/') && impure.test(withoutComments(text)),
    )
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('the core takes time and randomness from its ports', () => {
    const impure = /\bDate\.now\b|\bMath\.random\b|\bsetTimeout\(|\bsetInterval\(|\bfetch\(/
    const found = files.filter(
      ({ path, text }) =>
        path.startsWith('electron/till/') &&
        !path.startsWith('electron/till/adapters/') &&
        impure.test(withoutComments(text)),
    )
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('the core makes its ids by one hand, from the ports', () => {
    const found = files.filter(
      ({ path, text }) =>
        path.startsWith('electron/till/') && /from '#shared\/core\/ulid\.ts'/.test(text),
    )
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

const KNOW_ELECTRONS_TYPES = ['electron/main', 'electron/desk']

function isAllowed(room: Room, { target, isInside, isType }: Import): boolean {
  if (!isInside)
    return (
      room.packages.includes(target) ||
      (isType && target === 'electron' && KNOW_ELECTRONS_TYPES.includes(room.folder))
    )
  if (room.rooms.some((other) => target.startsWith(`${other}/`))) return true
  return (
    isType &&
    (room.typesOf ?? []).some((place) => target === place || target.startsWith(`${place}/`))
  )
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}
