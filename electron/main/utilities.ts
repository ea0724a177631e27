/**
 * Electron's own kind of child process: it works with the RunAsNode fuse off and ends with its
 * parent.
 */
import { childEnvironment } from '#shared/core/child-environment.ts'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { UtilityProcess } from 'electron'
import { STOP_MESSAGE, type LaunchService } from '#host/embedded-service.ts'
import type { CoreChild } from '#host/core-process/keep-core.ts'
import type { FromCore } from '#host/core-process/words.ts'
import type { Log } from '#host/machine.ts'
import type { UsbHostSpawner } from '#printing/usb/usb-process.ts'
import type { FromUsbHost } from '#printing/usb/usb-protocol.ts'
import type { Electron } from '#desk/electron-module.ts'

/** `onSaid` hears what the service says on stderr. */
export function launchUtility(
  { utilityProcess }: Electron,
  entry: string,
  onSaid: (line: string) => void,
): LaunchService {
  return (serviceArguments) => {
    const child = utilityProcess.fork(entry, [...serviceArguments], {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'meson-service',
      env: childEnvironment(process.env),
    })
    if (child.stdout === null || child.stderr === null)
      throw new Error('the service was forked with pipes')
    createInterface({ input: child.stderr }).on('line', onSaid)
    return {
      stdout: child.stdout as Readable,
      onExit: (listener) => child.once('exit', listener),
      // A word and not kill(), which on Windows is the hard one.
      stop: (how) => (how === 'gently' ? child.postMessage(STOP_MESSAGE) : endHard(child)),
    }
  }
}

/** What it says on stderr is said by what it is made of: the core itself uses its port. */
export function launchCore({ utilityProcess }: Electron, entry: string, log: Log): () => CoreChild {
  return () => {
    const child = utilityProcess.fork(entry, [], {
      stdio: ['ignore', 'ignore', 'pipe'],
      serviceName: 'meson-core',
      env: childEnvironment(process.env),
    })
    if (child.stderr !== null)
      createInterface({ input: child.stderr }).on('line', (line) => log('the core', { line }))
    return {
      post: (message) => child.postMessage(message),
      onMessage: (listener) => child.on('message', (message: FromCore) => listener(message)),
      onExit: (listener) => child.once('exit', listener),
      kill: () => endHard(child),
    }
  }
}

export function spawnUsbUtility({ utilityProcess }: Electron, entry: string): UsbHostSpawner {
  return (events) => {
    const child = utilityProcess.fork(entry, [], {
      stdio: 'ignore',
      serviceName: 'meson-usb',
      env: childEnvironment(process.env),
    })
    child.on('message', (message: FromUsbHost) => events.onMessage(message))
    child.once('exit', (code) => events.onGone(`the USB process ended with ${code}`))
    return {
      get pid() {
        return child.pid
      },
      post: (message) => child.postMessage(message),
      kill: () => endHard(child),
    }
  }
}

/**
 * kill() asks first where the system can; a process stuck in native code hears nothing. One that
 * fell a moment ago has a number still, until its end is told.
 */
function endHard(child: UtilityProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
