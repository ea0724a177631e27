import { spawn } from 'node:child_process'
import { childEnvironment } from '#shared/core/child-environment.ts'
import type { LaunchService } from './embedded-service.ts'

/**
 * Launches with plain Node. Its stdin is a leash: when this process ends, however it ends, the
 * service ends too.
 */
export function launchWithNode(program: string, entry: string): LaunchService {
  return (serviceArguments) => {
    const child = spawn(program, [entry, ...serviceArguments, '--exit-with-parent'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: childEnvironment(process.env),
    })
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
