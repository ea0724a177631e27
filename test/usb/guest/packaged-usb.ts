/**
 * The packed program's own USB process in the lab: its file and its libraries out of the package,
 * started as the shell starts it, under what stands in for Electron's utility process.
 */
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import path from 'node:path'
import type { Electron } from '#desk/electron-module.ts'
import type { UsbHostSpawner } from '#printing/usb/usb-process.ts'
import { spawnUsbUtility } from '../../../electron/main/utilities.ts'

const STAND_IN = path.resolve('test/packaged/stand-in')

/** `executable`: of the packed program. */
export function packagedUsb(executable: string): UsbHostSpawner {
  const archive = path.join(path.dirname(executable), 'resources', 'app.asar')
  return spawnUsbUtility(electronWith(executable), path.join(archive, 'out/main/usb-host.js'))
}

/** As much of Electron as a utility process needs. */
function electronWith(executable: string): Electron {
  const fork = (entry: string) => {
    const child = spawn(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', '--import', `file://${STAND_IN}/preload.ts`],
        ...[path.join(STAND_IN, 'utility-child.ts'), entry],
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'advanced',
        env: { ...process.env, MESON_STANDIN_EXE: executable, MESON_STANDIN_TYPE: 'utility' },
      },
    )
    const utility = Object.assign(new EventEmitter(), {
      pid: child.pid,
      postMessage: (message: unknown) => child.connected && child.send({ message }),
    })
    child.on('message', (wrapped) =>
      utility.emit('message', (wrapped as { message: unknown }).message),
    )
    child.once('exit', (code) => utility.emit('exit', code ?? 1))
    return utility
  }
  return { utilityProcess: { fork } } as unknown as Electron
}
