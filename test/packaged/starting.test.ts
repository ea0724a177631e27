/** Starts that cannot succeed say so and end; a second one and a lost keyring do no harm. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageOnce, type Packaged } from './package-once.ts'
import { eventuallyFound, PackagedTill } from './packaged-program.ts'
import { coreBehind } from './at-the-window.ts'
import { IS_REAL, WHERE, WHY_NOT } from './where.ts'

const REFUSED = { code: 1, signal: null }

describe.skipIf(WHY_NOT !== null)(`a packaged start ${WHERE}`, () => {
  let packaged: Packaged
  let till: PackagedTill
  beforeEach(async () => {
    packaged = await packageOnce()
    till = new PackagedTill(packaged.executable)
  })
  afterEach(() => till.clear())

  /** What is said in the box; a real one waits for a person, so only the stand-in is asked. */
  const refusal = async (dataArgument = till.dataDir) => {
    const program = till.start({ dataArgument })
    expect(await program.ended).toEqual(REFUSED)
    const [box] = program.notes('dialog')
    return String(box?.['text'])
  }

  describe.skipIf(IS_REAL)('asked through the boxes of the stand-in', () => {
    it('names a file of the program that is missing, and the next start is free', async () => {
      // In a copy, made of links: others are starting the package meanwhile.
      const copy = `${dirname(packaged.executable)}-incompleto`
      rmSync(copy, { recursive: true, force: true })
      execFileSync('cp', ['-al', dirname(packaged.executable), copy])
      const incomplete = new PackagedTill(join(copy, basename(packaged.executable)))
      const demo = join(copy, 'resources', 'resources', 'demo')
      try {
        renameSync(demo, `${demo}.away`)
        const program = incomplete.start()
        expect(await program.ended).toEqual(REFUSED)
        expect(String(program.notes('dialog')[0]?.['text'])).toMatch(
          /le falta un archivo del programa .*shop\.json/,
        )
        renameSync(`${demo}.away`, demo)
        await incomplete.start().page()
      } finally {
        await incomplete.clear()
        rmSync(copy, { recursive: true, force: true })
      }
    })

    it('says which folder it cannot write', async () => {
      writeFileSync(join(till.folder, 'file'), '')
      expect(await refusal(join(till.folder, 'file', 'datos'))).toMatch(
        /No se puede escribir en la carpeta de datos/,
      )
    })

    it('leaves the database of another program alone', async () => {
      mkdirSync(join(till.dataDir, 'till'), { recursive: true })
      const file = join(till.dataDir, 'till', 'till.db')
      const foreign = new Database(file)
      foreign.exec('CREATE TABLE something (another TEXT)')
      foreign.close()
      const before = readFileSync(file)
      expect(await refusal()).toMatch(/otro programa/)
      expect(readFileSync(file).equals(before)).toBe(true)
    })

    it('is steered by nobody: a switch that opens a door ends it before anything opens', async () => {
      const program = till.start({ args: ['--remote-debugging-port=0'] })
      expect(await program.ended).toEqual(REFUSED)
      expect([program.notes('window'), existsSync(till.dataDir)]).toEqual([[], false])
    })

    it('says what lacks where its AppImage may not be isolated, and opens nothing', async () => {
      const env = { APPIMAGE: join(till.folder, 'Meson.AppImage') }
      const program = till.start({ args: ['--no-sandbox'], env })
      expect(await program.ended).toEqual(REFUSED)
      expect(String(program.notes('dialog')[0]?.['text'])).toMatch(/user namespaces.*\.deb/)
      expect([program.notes('window'), existsSync(till.dataDir)]).toEqual([[], false])
    })

    it('opens without a keyring', async () => {
      const program = till.start({ env: { MESON_STANDIN_KEYRING: 'none' } })
      const core = coreBehind(await program.page())
      expect((await core.bootstrap()).isDemo).toBe(true)
    })

    it('shows the first when somebody starts a second, and ends that one', async () => {
      const first = till.start({ cwd: till.folder, dataArgument: './datos' })
      await first.page()
      expect(await till.start().ended).toEqual({ code: 0, signal: null })
      await eventuallyFound('the first window in front', () => first.notes('focus')[0])
    })
  })

  it('keeps a relative folder where it was started', async () => {
    const program = till.start({ cwd: till.folder, dataArgument: './datos' })
    await program.page()
    expect((await program.ready).data).toBe(till.dataDir)
  })
})
