import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { linuxPrint, macPrint, readMachine, windowsPrint } from './machine-print.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meson-machine-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function card(name: string, address: string, isHardware = true): void {
  const folder = join(root, 'sys/class/net', name)
  mkdirSync(join(folder, ...(isHardware ? ['device'] : [])), { recursive: true })
  writeFileSync(join(folder, 'address'), `${address}\n`)
}

it('a clone of the system on other hardware has another print, and no number is readable in it', () => {
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(root, 'etc/machine-id'), '3d1219c7c4c5404aaa1f6d2a48adfda4\n')
  card('eth0', '3c:52:82:0a:0b:0c')
  const first = linuxPrint(root)
  rmSync(join(root, 'sys'), { recursive: true })
  card('eth0', '3c:52:82:0a:0b:0d')
  const clone = linuxPrint(root)
  expect(clone.system).toBe(first.system)
  expect(clone.parts).not.toEqual(first.parts)
  expect(JSON.stringify([first, clone])).not.toMatch(/3d1219c7|3c:52/)
})

it('cards that are made up, or no hardware, say nothing', () => {
  card('lo', '00:00:00:00:00:00', false)
  card('docker0', '02:42:ac:11:00:02', false)
  card('wlan0', '9a:11:22:33:44:55')
  card('usb0', '00:00:00:00:00:00')
  expect(linuxPrint(root)).toEqual({ system: null, parts: [] })
})

it('reads what Windows and macOS answer, and takes no answer for none', () => {
  const windows = windowsPrint(
    '\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    0c8bf1a4-0000\r\n',
    '\r\nHKEY_LOCAL_MACHINE\\SYSTEM\\HardwareConfig\r\n    LastConfig    REG_SZ    {4c4c4544-0047}\r\n',
  )
  expect(windows.system).toMatch(/^[0-9a-f]{16}$/)
  expect(windows.parts).toHaveLength(1)
  const mac = macPrint('  "IOPlatformUUID" = "0A1B2C3D-0000-1111-2222-333344445555"\n')
  expect(mac.parts).toEqual([mac.system])
  for (const none of [windowsPrint('', ''), macPrint('')])
    expect(none).toEqual({ system: null, parts: [] })
})

it('asks the machine it runs on without rights', async () => {
  const { system, parts } = await readMachine()
  expect([system, ...parts].every((print) => print === null || print.length === 16)).toBe(true)
})
