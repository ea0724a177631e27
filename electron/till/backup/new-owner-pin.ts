/**
 * Support's way in for a shop whose PINs nobody can give any more: at the closed till, as the user
 * whose files these are. The owner gets a PIN, the log a row, and nobody else anything.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { wordsOf } from '#shared/languages/core-words.ts'
import { refusalText } from '#shared/languages/refusals.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages/languages.ts'
import { checkPin } from '#shared/staff/pin.ts'
import { SEALED_MARK, systemRandomness } from '../adapters/system.ts'
import { sealIfPossible } from './seal-by-hand.ts'
import { lockDataFolder } from '../kernel/data-lock.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { openClosedTill } from './durability/open-closed.ts'
import { NoTillHere } from './durability/support-desk.ts'
import { tillFolder, type TillFolder } from '../kernel/till-folder.ts'
import type { Clock } from '../kernel/ports.ts'
import { createAudit } from '../audit/audit.ts'
import { hashPin, PIN_COST, SALT_BYTES } from '../staff/pin-hash.ts'
import { askAboutPepper, lostPepper } from '../staff/lost-pepper.ts'
import { readPeppers } from '../staff/pin-pepper.ts'
import { createStaffStore } from '../staff/staff-store.ts'

/** Why there is no new PIN, in a sentence for whoever asked. Nothing was changed. */
class NewPinRefused extends Error {
  readonly code: 'NOT_THE_OWNER_OF_THE_FILES' | 'NOBODY_SET_UP' | 'PIN_NOT_VALID' | 'PIN_TOO_EASY'
  constructor(code: NewPinRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

interface Changed {
  /** Of the hash, for tests. */
  readonly cost?: number
  /** Who runs this; absent where the system has no numbers for users, as Windows. */
  readonly userId?: number | undefined
}

/**
 * A new PIN for the owner who was set up first. Answers sentences. Throws NewPinRefused,
 * DataFolderInUse or DatabaseRefused. It has no pepper until it is typed for the first time.
 */
export async function newOwnerPin(
  dataDir: string,
  pin: string,
  clock: Clock,
  { cost = PIN_COST, userId = process.getuid?.() }: Changed = {},
): Promise<string[]> {
  const folder = tillFolder(dataDir)
  if (!existsSync(folder.database))
    throw new NoTillHere(`No hay una caja en esta carpeta: falta ${folder.database}.`)
  // Root could read and write it all, and would leave files behind that the till cannot open.
  if (userId !== undefined && statSync(folder.database).uid !== userId)
    throw new NewPinRefused(
      'NOT_THE_OWNER_OF_THE_FILES',
      'Hágalo con el usuario del sistema que abre la caja: los archivos son suyos.',
    )
  const checked = checkPin(pin)
  if (!checked.ok) {
    const { code } = checked.refusal as { code: 'PIN_NOT_VALID' | 'PIN_TOO_EASY' }
    throw new NewPinRefused(code, refusalText(checked.refusal, wordsOf(DEFAULT_LANGUAGE)))
  }
  const unlock = lockDataFolder(folder.folder, `PIN nuevo, proceso ${process.pid}`)
  try {
    const hashed = await hashPin(pin, systemRandomness.bytes(SALT_BYTES), cost)
    const db = openClosedTill(folder, clock.now())
    try {
      sealIfPossible(db, folder, clock)
      return [...write(db, clock, hashed), ...tellPepper(folder)]
    } finally {
      db.close()
    }
  } finally {
    unlock()
  }
}

function write(
  db: TillDatabase,
  clock: Clock,
  hashed: Awaited<ReturnType<typeof hashPin>>,
): string[] {
  const store = createStaffStore(db, () => false)
  const owner = store.members().find(({ role }) => role === 'owner')
  if (owner === undefined)
    throw new NewPinRefused(
      'NOBODY_SET_UP',
      'En esta caja no hay personas: se abre sin PIN y en Ajustes se crea el dueño.',
    )
  db.transaction(() => {
    store.change(owner, hashed)
    createAudit(db, clock).write({
      action: 'staff-saved',
      staff: { id: null, name: `Soporte (${userInfo().username})` },
      detail: { name: owner.name, role: owner.role, pin: 1 },
    })
  }).immediate()
  return [
    `${owner.name}, que es dueño, tiene un PIN nuevo. Quedó en el registro de la caja.`,
    'A las demás personas les pone uno el dueño, en Ajustes.',
  ]
}

/** What becomes of the others' PINs, which hang on the pepper. */
function tellPepper(folder: TillFolder): string[] {
  const { pinPepper } = folder
  if (!existsSync(pinPepper)) return []
  const text = readFileSync(pinPepper, 'utf8').trim()
  if (readPeppers(text) !== null) return ['El secreto de los PIN se lee bien y queda donde está.']
  if (!text.startsWith(SEALED_MARK))
    return [
      `El secreto de los PIN estaba dañado, no se puede leer y quedó en ${lostPepper(folder).putAside()}. Los demás necesitan un PIN nuevo.`,
    ]
  askAboutPepper(folder)
  return [
    'El secreto de los PIN está en el llavero del sistema y queda donde está: si al abrir la caja el llavero lo lee, los demás PIN siguen; si el llavero está abierto y no lo conoce, la caja lo aparta y hace otro.',
  ]
}
