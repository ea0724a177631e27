/**
 * A machine with USB printers on it, for machines that have none: Debian's kernel under QEMU's
 * software emulation sees this file system read-only and makes printers with the kernel's gadget
 * drivers. No KVM, no hardware, no network.
 *
 * The kernel package is fetched from Debian and unpacked under .cache; it is never installed.
 */
import { execFile, spawn } from 'node:child_process'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const cacheDir = path.join(root, '.cache', 'usb-lab')

const PACKAGES = ['qemu-system-x86', 'busybox-static', 'cpio', 'kmod']
export const INSTALL_LINE = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`
/** Fetching the kernel and building the start-up archive, once per machine. */
const PREPARE_TIMEOUT_MS = 300_000
const MEMORY_MB = 2048

/**
 * In the order they are loaded; `modprobe` is not needed in the guest. Missing ones are built into
 * the kernel.
 */
const MODULES = [
  'virtio_ring',
  'virtio',
  'virtio_pci_legacy_dev',
  'virtio_pci_modern_dev',
  'virtio_pci',
  'netfs',
  'fscache',
  '9pnet',
  '9pnet_virtio',
  '9p',
  'usb-common',
  'usbcore',
  'udc-core',
  'dummy_hcd',
  'configfs',
  'libcomposite',
  'usb_f_printer',
  'usblp',
]
/** Two sockets, for two printers at once. */
const MODULE_OPTIONS: Readonly<Record<string, string>> = { dummy_hcd: 'num=2' }

export interface Lab {
  readonly kernel: string
  readonly initrd: string
}

/** Installs what is missing where it may (Debian, root). Answers the lab, or why there is none. */
export async function openLab(): Promise<Lab | { readonly missing: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: 'the USB lab needs Linux on x64' }
  const tools = ['/usr/bin/qemu-system-x86_64', '/bin/busybox', '/usr/bin/cpio']
  if (!tools.every((tool) => existsSync(tool))) {
    try {
      await run('apt-get', ['update', '-qq'], { timeout: PREPARE_TIMEOUT_MS })
      await run('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], {
        timeout: PREPARE_TIMEOUT_MS,
      })
    } catch {
      return { missing: `the USB lab needs: ${INSTALL_LINE}` }
    }
  }
  try {
    return await prepare()
  } catch (error) {
    return {
      missing: `the USB lab could not be prepared: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

async function prepare(): Promise<Lab> {
  const initrd = path.join(cacheDir, 'initrd.gz')
  const kernel = path.join(cacheDir, 'vmlinuz')
  if (existsSync(initrd) && existsSync(kernel)) return { kernel, initrd }
  await mkdir(cacheDir, { recursive: true })
  const work = await mkdtemp(path.join(cacheDir, 'work-'))
  try {
    const tree = await fetchKernel(work)
    await buildInitrd(work, tree, initrd)
    const image = (await readdir(path.join(tree, 'boot'))).find((name) =>
      name.startsWith('vmlinuz-'),
    )
    if (image === undefined) throw new Error('the kernel package has no kernel')
    await copyFile(path.join(tree, 'boot', image), `${kernel}.tmp`)
    await rename(`${kernel}.tmp`, kernel)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return { kernel, initrd }
}

async function fetchKernel(work: string): Promise<string> {
  const { stdout } = await run('apt-cache', ['depends', 'linux-image-amd64'])
  const name = /Depends: (linux-image-\S+)/.exec(stdout)?.[1]
  if (name === undefined) throw new Error('apt knows no kernel package')
  await run('apt-get', ['download', name], { cwd: work, timeout: PREPARE_TIMEOUT_MS })
  const file = (await readdir(work)).find((entry) => entry.endsWith('.deb'))
  if (file === undefined) throw new Error('the kernel package did not arrive')
  const tree = path.join(work, 'tree')
  await run('dpkg', ['-x', path.join(work, file), tree])
  return tree
}

async function buildInitrd(work: string, tree: string, initrd: string): Promise<void> {
  const skeleton = path.join(work, 'root')
  for (const dir of ['bin', 'modules', 'host', 'proc', 'sys', 'dev'])
    await mkdir(path.join(skeleton, dir), { recursive: true })
  await copyFile('/bin/busybox', path.join(skeleton, 'bin/busybox'))
  const files = await readdir(path.join(tree, 'lib/modules'), { recursive: true })
  const load: string[] = []
  for (const name of MODULES) {
    const found = files.find(
      (file) => path.basename(file).replaceAll('-', '_') === `${name.replaceAll('-', '_')}.ko`,
    )
    if (found === undefined) continue
    await copyFile(
      path.join(tree, 'lib/modules', found),
      path.join(skeleton, 'modules', `${name}.ko`),
    )
    load.push(`/bin/busybox insmod /modules/${name}.ko ${MODULE_OPTIONS[name] ?? ''} 2>/dev/null`)
  }
  await writeFile(path.join(skeleton, 'init'), initScript(load), { mode: 0o755 })
  const pack = `find . | cpio -o -H newc --quiet | gzip -1 > ${JSON.stringify(`${initrd}.tmp`)}`
  await run('sh', ['-c', pack], { cwd: skeleton })
  await rename(`${initrd}.tmp`, initrd)
}

function initScript(load: readonly string[]): string {
  const nineP = 'trans=virtio,version=9p2000.L,msize=262144'
  return `#!/bin/busybox sh
B=/bin/busybox
$B mount -t proc proc /proc; $B mount -t sysfs sysfs /sys; $B mount -t devtmpfs dev /dev
${load.join('\n')}
$B mount -t 9p -o ${nineP},ro,cache=loose host /host || echo "lab: no host file system"
$B mount -t proc proc /host/proc; $B mount -t sysfs sysfs /host/sys; $B mount -t devtmpfs dev /host/dev
$B mount -t tmpfs tmpfs /host/run; $B mkdir -p /host/run/tmp; $B mount -t configfs none /host/sys/kernel/config
$B mkdir -p /host/run/lab && $B mount -t 9p -o ${nineP},rw lab /host/run/lab
$B ip link set lo up
$B chroot /host /bin/bash /run/lab/guest.sh > /host/run/lab/console.txt 2>&1
echo $? > /host/run/lab/status
$B sync; $B poweroff -f
`
}

export interface GuestRun {
  readonly status: number | null
  /** Everything the command wrote. */
  readonly console: string
  /** Files the command left in /run/lab. */
  readonly read: (name: string) => Promise<string>
}

/**
 * Node as the guest runs it. On the emulated processor V8 can trip over its own bookkeeping of
 * compiled pages while several threads compile ("Check failed: it->second.Size() > offset", two of
 * three runs of `bench sale --usb`).
 */
export const GUEST_NODE: readonly string[] = ['node_modules/.bin/node', '--single-threaded']

/**
 * Boots the guest, runs one command in it (same paths as here, as root), and ends it. Writable are
 * /run, with the temporary folder in it, and /run/lab; the rest, /tmp too, is this machine's own,
 * because the project may lie there.
 */
export async function runInLab(
  lab: Lab,
  command: readonly string[],
  timeoutMs: number,
): Promise<GuestRun> {
  const shared = await mkdtemp(path.join(cacheDir, 'run-'))
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  await writeFile(
    path.join(shared, 'guest.sh'),
    `export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/tmp TMPDIR=/run/tmp\ncd ${root}\n${quoted}\n`,
  )
  await boot(lab, shared, timeoutMs)
  const read = (name: string): Promise<string> =>
    readFile(path.join(shared, name), 'utf8').catch(() => '')
  const status = (await read('status')).trim()
  const result = {
    status: status === '' ? null : Number(status),
    console: await read('console.txt'),
  }
  const files = new Map<string, string>()
  for (const name of await readdir(shared)) files.set(name, await read(name))
  await rm(shared, { recursive: true, force: true })
  return { ...result, read: (name) => Promise.resolve(files.get(name) ?? '') }
}

function boot(lab: Lab, shared: string, timeoutMs: number): Promise<void> {
  const child = spawn(
    'qemu-system-x86_64',
    [
      '-accel',
      'tcg,thread=multi',
      '-cpu',
      'max',
      '-smp',
      '2',
      '-m',
      String(MEMORY_MB),
      '-nographic',
      '-no-reboot',
      '-net',
      'none',
      '-kernel',
      lab.kernel,
      '-initrd',
      lab.initrd,
      '-append',
      'console=ttyS0 quiet loglevel=0 panic=-1 tsc=unstable',
      '-virtfs',
      'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap',
      '-virtfs',
      `local,path=${shared},mount_tag=lab,security_model=none`,
    ],
    { stdio: 'ignore' },
  )
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.on('error', reject)
    child.on('exit', () => {
      clearTimeout(limit)
      resolve()
    })
  })
}
