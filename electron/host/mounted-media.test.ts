import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { beginPlace } from '#till/backup/support/copies-on-medium.ts'
import { mediaIn, mediaWithCopies, mountedMedia } from './mounted-media.ts'

it('sticks and shares are media, what the system stands on is none', () => {
  const mounts = `24 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
25 24 0:5 / /dev rw shared:2 - devtmpfs udev rw
26 24 0:23 / /proc rw - proc proc rw
30 24 8:1 / /boot/efi rw shared:30 - vfat /dev/sda1 rw
31 24 7:0 / /snap/core/1 ro - squashfs /dev/loop0 ro
40 24 0:50 / /mnt/caja rw - cifs //servidor/caja rw
41 24 0:51 / /srv/copias rw - nfs4 servidor:/copias rw
50 24 8:17 / /media/ana/MI\\040PENDRIVE rw shared:90 - vfat /dev/sdb1 rw
50 24 8:17 / /media/ana/MI\\040PENDRIVE rw shared:90 - vfat /dev/sdb1 rw
`
  expect(mediaIn(mounts)).toEqual(['/media/ana/MI PENDRIVE', '/srv/copias', '/mnt/caja'])
  expect(mediaIn('not a list\n - \n')).toEqual([])
})

it('a drive of Windows is asked by its letter', async () => {
  expect(await mountedMedia('win32')).toContain('E:\\')
})

it('only those with copies are told, and no more than a page shows', async () => {
  const plugged = mkdtempSync(join(tmpdir(), 'meson-sticks-'))
  onTestFinished(() => rmSync(plugged, { recursive: true }))
  const sticks = Array.from({ length: 12 }, (_, at) => join(plugged, String(at)))
  sticks.forEach((stick) => mkdirSync(stick))
  sticks.slice(1).forEach(beginPlace)
  const listed = async () => [join(plugged, 'away'), ...sticks]
  expect(await mediaWithCopies(listed)).toEqual(sticks.slice(1, 9))
})
