/**
 * The shell against a stand-in for the electron module: what it asks of Electron, and that it holds
 * the same core.
 */
import { EventEmitter } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SOURCE_ROOT } from '#host/source-paths.ts'
import { shellPerTest, standIn } from '../../test/support/stand-in-electron.ts'
import { StandInWindow } from '../../test/support/stand-in-window.ts'
import { runShell } from './shell.ts'
import { createWindow, guardContents, SCHEME } from './window.ts'

const at = shellPerTest()

describe('the shell', () => {
  it('serves the core over its own scheme, denies every permission, and stops in order', async () => {
    const { electron, app, asked } = standIn(at.dataDir)
    await runShell(electron, at.mainDir)
    expect(asked['schemes']).toEqual([
      {
        scheme: 'till',
        privileges: {
          standard: true,
          secure: true,
          supportFetchAPI: true,
          stream: true,
          codeCache: true,
        },
      },
    ])
    expect(asked['permission']).toEqual([false, false])
    expect(StandInWindow.last?.loaded).toBe('till://app/')
    const [{ scheme, handler }] = asked['handled'] as [
      { scheme: string; handler: (request: Request) => Promise<Response> },
    ]
    expect(scheme).toBe(SCHEME)
    const answer = await handler(new Request('till://app/trpc/bootstrap'))
    expect(await answer.json()).toMatchObject({
      result: { data: { shop: { rut: '76192083-9' }, isDemo: true } },
    })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")

    const quit = new Promise((resolve) => {
      app.quit = () => resolve(true)
    })
    let prevented = 0
    app.emit('before-quit', {
      preventDefault: () => {
        prevented += 1
      },
    })
    expect(await quit).toBe(true)
    expect(prevented).toBe(1)
    app.emit('before-quit', {
      preventDefault: () => {
        prevented += 1
      },
    })
    expect(prevented).toBe(1)
  })

  it('starts the service as its own process on its own folder', async () => {
    const { electron, app, asked } = standIn(at.dataDir)
    await runShell(electron, at.mainDir)
    expect(asked['forked']).toEqual([
      {
        entry: join(at.mainDir, 'service.js'),
        args: [
          ...['--port', '0', '--demo', '--data', join(at.dataDir, 'service')],
          ...['--resources', join(SOURCE_ROOT, 'resources')],
        ],
      },
    ])
    const quit = new Promise((resolve) => {
      app.quit = () => resolve(true)
    })
    app.emit('before-quit', { preventDefault: () => {} })
    await quit
    // A word: on Windows kill() would be the end at once.
    expect(asked['told']).toEqual(['stop'])
  })

  it('has no menu whose keys reload a sale or end the till', async () => {
    const { electron, app, asked } = standIn(at.dataDir)
    await runShell(electron, at.mainDir)
    expect(asked['menu']).toEqual([null])
    app.emit('before-quit', { preventDefault: () => {} })
  })

  it('saves what is downloaded in one folder of its own, over nothing', async () => {
    const { electron, app, asked } = standIn(at.dataDir)
    await runShell(electron, at.mainDir)
    const [listener] = asked['download'] as [(event: unknown, item: object) => void]
    const saved: string[] = []
    const item = {
      getFilename: () => 'boleta.pdf',
      once: (_done: string, listener: () => void) => listener(),
      setSavePath(path: string) {
        saved.push(path)
        writeFileSync(path, '')
      },
    }
    listener({}, item)
    listener({}, item)
    expect(saved).toEqual([
      join(at.dataDir, 'Mesón', 'boleta.pdf'),
      join(at.dataDir, 'Mesón', 'boleta (2).pdf'),
    ])
    // Where the folder cannot be made the system asks, and the till goes on.
    rmSync(join(at.dataDir, 'Mesón'), { recursive: true })
    writeFileSync(join(at.dataDir, 'Mesón'), 'a file where the folder should be')
    expect(() => listener({}, item)).not.toThrow()
    app.emit('before-quit', { preventDefault: () => {} })
  })

  it('keeps everything below its folder, Chromium apart and dumps at home', async () => {
    const { electron, asked } = standIn(at.dataDir, false)
    await runShell(electron, at.mainDir)
    expect(asked['path']).toEqual([
      ['userData', at.dataDir],
      ['sessionData', join(at.dataDir, 'chromium')],
      ['crashDumps', join(at.dataDir, 'crash-dumps')],
    ])
    expect(asked['crashReporter']).toEqual([{ uploadToServer: false }])
  })

  it('says what to do about a folder it cannot make and about what nobody foresaw, and ends', async () => {
    writeFileSync(join(at.folder, 'file'), '')
    process.argv = [...process.argv.slice(0, -2), '--data', join(at.folder, 'file', 'data')]
    const first = standIn(at.dataDir)
    await runShell(first.electron, at.mainDir)
    expect(first.asked['errorBox']?.[0]).toMatch(/No se puede escribir en la carpeta de datos/)
    expect(first.asked['exit']).toEqual([1])

    process.argv = [...process.argv.slice(0, -2), '--data', at.dataDir]
    const second = standIn(at.dataDir)
    second.app.whenReady = () => Promise.resolve()
    second.app.enableSandbox = () => {
      throw new Error('nobody foresaw this')
    }
    await runShell(second.electron, at.mainDir)
    expect(second.asked['errorBox']?.[0]).toMatch(/Ábrala de nuevo.*nobody foresaw this/)
    expect(second.asked['exit']).toEqual([1])
  })

  it('says what is wrong with the words it was started with', async () => {
    process.argv.push('--api', 'http://tienda.cl')
    const { electron, asked } = standIn(at.dataDir)
    await runShell(electron, at.mainDir)
    expect(asked['errorBox']?.[0]).toMatch(/https/)
  })
  it('leaves at once when another till is open, without touching its data', async () => {
    const { electron, asked } = standIn(at.dataDir, false)
    await runShell(electron, at.mainDir)
    expect(asked['quit']).toEqual([true])
    expect(existsSync(join(at.dataDir, 'till'))).toBe(false)
  })
})

describe('the window', () => {
  it('gives the page nothing of Node', () => {
    process.env['MESON_DEVTOOLS'] = '1'
    createWindow(StandInWindow as unknown as Parameters<typeof createWindow>[0], true)
    delete process.env['MESON_DEVTOOLS']
    expect(StandInWindow.last?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    })
    expect(StandInWindow.last?.options.webPreferences).not.toHaveProperty('preload')
  })

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
    'stays at home on %s',
    (event) => {
      const contents = Object.assign(new EventEmitter(), {
        setWindowOpenHandler: () => {},
        getURL: () => 'till://app/#venta',
      })
      guardContents(contents as unknown as Parameters<typeof guardContents>[0], () => false)
      const goes = (url: string) => {
        let prevented = false
        contents.emit(event, {
          url,
          preventDefault: () => {
            prevented = true
          },
        })
        return !prevented
      }
      expect(['till://app/', 'till://app/#x'].map(goes)).toEqual([true, true])
      expect(
        ['https://example.com/', 'file:///etc/passwd', 'till://apple/', 'javascript:alert(1)'].map(
          goes,
        ),
      ).toEqual([false, false, false, false])
    },
  )

  it('lets the page ask before it is closed, and never hold up a program that ends', () => {
    let isEnding = false
    const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: () => {} })
    guardContents(contents as unknown as Parameters<typeof guardContents>[0], () => isEnding)
    const isHeldUp = () => {
      let overruled = false
      contents.emit('will-prevent-unload', {
        preventDefault: () => {
          overruled = true
        },
      })
      return !overruled
    }
    expect(isHeldUp()).toBe(true)
    isEnding = true
    expect(isHeldUp()).toBe(false)
  })

  it('opens no other windows', () => {
    let handler: (() => { action: string }) | null = null
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (given: () => { action: string }) => {
        handler = given
      },
    })
    guardContents(contents as unknown as Parameters<typeof guardContents>[0], () => false)
    expect((handler as (() => { action: string }) | null)?.()).toEqual({ action: 'deny' })
  })
})
