/** `electron.utilityProcess`: a real process, ended the way Electron ends one on this system. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type * as Electron from 'electron'
import { app, life } from './app.ts'
import { note, PLAIN_EVENT, PLATFORM, strict } from './notes.ts'

const NODE = process.env['MESON_STANDIN_NODE'] ?? process.execPath
const HERE = import.meta.dirname
/** What the stand-in tells itself; the till hands on only what it knows, and not these. */
const OWN_WORDS = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith('MESON_STANDIN_')),
)
/** A library every process of the program begins with; the till hands on no such word by itself. */
const PRELOAD = process.env['MESON_STANDIN_PRELOAD']
/** Chromium's base::EnsureProcessTerminated. */
const PATIENCE_MS = 2_000

function fork(
  modulePath: string,
  args: string[] = [],
  options: Electron.ForkOptions = {},
): Electron.UtilityProcess {
  if (!life.isReady) throw new Error('utilityProcess cannot be created before app is ready')
  const { stdio = 'inherit', serviceName = 'Node Utility Process' } = options
  const lines = Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio]
  if (lines[0] !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
  const child = spawn(
    NODE,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      `file://${HERE}/preload.ts`,
      '--unhandled-rejections=warn-with-error-code',
      ...(options.execArgv ?? []),
      join(HERE, 'utility-child.ts'),
      modulePath,
      ...args,
    ],
    {
      cwd: options.cwd,
      env: {
        ...(options.env ?? process.env),
        ...OWN_WORDS,
        ...(PRELOAD === undefined ? {} : { LD_PRELOAD: PRELOAD }),
        MESON_STANDIN_TYPE: 'utility',
      },
      stdio: [...lines, 'ipc'] as StdioOptions,
      serialization: 'advanced',
    },
  )
  note('utility', { modulePath, args, serviceName, pid: child.pid })
  return utilityOf(child, lines, serviceName)
}

function utilityOf(
  child: ChildProcess,
  lines: readonly string[],
  serviceName: string,
): Electron.UtilityProcess {
  const modelled = {
    stdout: lines[1] === 'pipe' ? new PassThrough() : null,
    stderr: lines[2] === 'pipe' ? new PassThrough() : null,
    pid: child.pid,
    postMessage: (message: unknown) => {
      // Electron tells nobody when the process went meanwhile.
      if (child.connected) child.send({ message }, () => {})
    },
    kill: () => end(child),
  } satisfies Partial<Electron.UtilityProcess>
  const utility = Object.assign(new EventEmitter(), modelled)
  if (utility.stdout !== null) child.stdout?.pipe(utility.stdout)
  if (utility.stderr !== null) child.stderr?.pipe(utility.stderr)
  child.once('spawn', () => utility.emit('spawn'))
  child.on('message', (wrapped) =>
    utility.emit('message', (wrapped as { message: unknown }).message),
  )
  child.once('exit', (code, signal) => {
    const exitCode = code ?? (signal === null ? 0 : 1)
    note('utility gone', { serviceName, code, signal })
    app.emit('child-process-gone', PLAIN_EVENT, {
      type: 'Utility',
      reason: code === 0 ? 'clean-exit' : signal === null ? 'abnormal-exit' : 'killed',
      exitCode,
      serviceName,
      name: serviceName,
    })
    // Electron forgets the number of a process that is gone.
    Object.assign(utility, { pid: undefined })
    utility.emit('exit', exitCode)
  })
  return strict('UtilityProcess', utility)
}

/** TerminateProcess on Windows; elsewhere SIGTERM, and SIGKILL when it is still there. */
function end(child: ChildProcess): boolean {
  const isThere = () => child.exitCode === null && child.signalCode === null
  if (!isThere()) return false
  if (PLATFORM === 'win32') return child.kill('SIGKILL')
  setTimeout(() => {
    if (!isThere()) return
    note('utility killed after its patience')
    child.kill('SIGKILL')
  }, PATIENCE_MS).unref()
  return child.kill('SIGTERM')
}

export const utilityProcess = strict('utilityProcess', { fork })
