import { spawn } from 'node:child_process'
import { childEnvironment } from '#shared/core/child-environment.ts'
import type { LaunchService } from './embedded-service.ts'

/**
 * For the programs of a till that Node runs: with its usual 48 MB for young objects a process that
 * works a little now and then fills all of it before it looks what is dead; and made for size the
 * core rests with 29 MB less, while a sale and a paper take as long as before (`bench -- queue` and
 * `print` with and without, at once).
 */
export const NODE_MEMORY_FLAGS = ['--max-semi-space-size=4', '--optimize-for-size']

/**
 * For glibc: else each thread takes its memory from a heap of its own, and what a thread that ended
 * had, or what drew one paper, is held for it alone; and from the first large piece on that is let
 * go, the next ones of its size are kept in that heap too. Other systems know no such names.
 */
export const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * Launches with plain Node. Its stdin is a leash: when this process ends, however it ends, the
 * service ends too.
 */
export function launchWithNode(program: string, entry: string): LaunchService {
  return (serviceArguments) => {
    const child = spawn(
      program,
      [...NODE_MEMORY_FLAGS, entry, ...serviceArguments, '--exit-with-parent'],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...childEnvironment(process.env), ...MEMORY_ENVIRONMENT },
      },
    )
    return {
      stdout: child.stdout,
      onExit: (listener) => {
        child.once('exit', (code) => listener(code))
        child.once('error', () => listener(null))
      },
      stop: (how) => child.kill(how === 'gently' ? 'SIGTERM' : 'SIGKILL'),
    }
  }
}
