/** Children of the shell that end by themselves while they are being ended. */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import type { Electron } from '#desk/electron-module.ts'
import { launchCore, spawnUsbUtility } from './utilities.ts'

/** One that has ended a moment ago: its number is still known, and its end not yet told. */
async function justGone(): Promise<Electron> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'close')
  const utility = Object.assign(new EventEmitter(), { pid: child.pid, stdout: null, stderr: null })
  return { utilityProcess: { fork: () => utility } } as unknown as Electron
}

it('ends a core that has just fallen without falling itself', async () => {
  const core = launchCore(await justGone(), 'core.js', () => {})()
  expect(() => core.kill()).not.toThrow()
})

it('ends a USB process that has just fallen without falling itself', async () => {
  const usb = spawnUsbUtility(await justGone(), 'usb.js')({ onMessage() {}, onGone() {} })
  expect(() => usb.kill()).not.toThrow()
})
