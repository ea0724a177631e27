/**
 * A program that is killed now and then and started again, and whoever needs it waits meanwhile.
 */
import type { Program } from '../support/programs.ts'

export interface Mortal<Ready> {
  /** The running program; waits until it is up again. */
  alive(): Promise<Program<Ready>>
  /** kill -9 and a new start. Nothing happens while it is already on its way back. */
  kill(): void
  readonly kills: () => number
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>
  /** For an end in disorder. */
  destroy(): Promise<void>
}

export interface MortalPorts<Ready> {
  readonly start: () => Promise<Program<Ready>>
  /** Between death and the new start. */
  readonly whileDead?: () => Promise<void>
  readonly onBack?: (program: Program<Ready>) => Promise<void>
  readonly onTrouble: (text: string) => void
}

export async function startMortal<Ready>({
  start,
  whileDead,
  onBack,
  onTrouble,
}: MortalPorts<Ready>): Promise<Mortal<Ready>> {
  let current: Promise<Program<Ready>> = start()
  let isReturning = false
  let kills = 0
  const comeBack = async (victim: Program<Ready>) => {
    await victim.kill()
    await whileDead?.()
    const program = await start()
    await onBack?.(program)
    return program
  }
  await current
  return {
    alive: () => current,
    kills: () => kills,
    kill() {
      if (isReturning) return
      isReturning = true
      kills += 1
      current = current.then(comeBack).finally(() => {
        isReturning = false
      })
      current.catch((error: unknown) => onTrouble(`did not come back: ${String(error)}`))
    },
    stop: async () => (await current).stop(),
    destroy: async () => {
      await current.then((program) => program.kill()).catch(() => {})
    },
  }
}
