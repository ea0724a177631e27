import { childEnvironment } from '#shared/core/child-environment.ts'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromUsbHost, ToUsbHost } from './usb-protocol.ts'

/** A running USB process, whoever started it. */
export interface UsbProcess {
  readonly pid: number | undefined
  post(message: ToUsbHost): void
  kill(): void
}

export interface UsbProcessEvents {
  onMessage(message: FromUsbHost): void
  /** It is gone: ended, crashed or never started. Called once. */
  onGone(why: string): void
}

/** Starts a USB process. The Electron shell may pass one that uses a utility process instead. */
export type UsbHostSpawner = (events: UsbProcessEvents) => UsbProcess

/**
 * A child of this very program: the Node of the till, or Electron acting as Node. A child process
 * rather than a worker thread, because a fault in native code ends a whole process and a stuck one
 * can only be ended with its process.
 */
export function forkUsbHost(
  entry: URL | string,
  identity: { readonly uid?: number } = {},
): UsbHostSpawner {
  return (events) => {
    const file = typeof entry === 'string' ? entry : fileURLToPath(entry)
    const child = fork(file, [], {
      ...identity,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...childEnvironment(process.env), ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    })
    let isGone = false
    const gone = (why: string): void => {
      if (isGone) return
      isGone = true
      events.onGone(why)
    }
    child.on('message', (message) => events.onMessage(message as FromUsbHost))
    child.on('error', (error) => gone(error.message))
    child.on('exit', (code, signal) => gone(`the USB process ended with ${signal ?? code}`))
    // A till that has nothing else to do may end; the child ends with its channel.
    child.unref()
    child.channel?.unref()
    return {
      pid: child.pid,
      post: (message) => {
        if (child.connected) child.send(message, (error) => error && gone(error.message))
        else gone('the USB process cannot be reached')
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
}
