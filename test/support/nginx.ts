/** A real nginx of a test's own, with a site's configuration as it is handed out. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const START_TIMEOUT_MS = 60_000
const LOOK_AGAIN_MS = 50
/** Debian keeps it where the path of most users does not look. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

export function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...FOLDERS]
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file)) ?? null
}

export interface OwnNginx {
  readonly port: number
  readonly certificate: string
  readonly close: () => Promise<void>
}

/** `siteOf`: the site listening on a port, with its certificate's two files. */
export async function startNginx(
  name: string,
  siteOf: (port: number, certificate: string, key: string) => string,
): Promise<OwnNginx> {
  const dir = mkdtempSync(join(tmpdir(), 'nginx-'))
  const [certificate, key] = [join(dir, 'site.crt'), join(dir, 'site.key')]
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '2']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  run('openssl', ['req', ...kind, ...about, '-keyout', key, '-out', certificate])
  const port = await freePort()
  writeFileSync(join(dir, 'site.conf'), siteOf(port, certificate, key))
  writeFileSync(join(dir, 'nginx.conf'), around(dir))
  const command = ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')]
  const program = findNginx() ?? 'nginx'
  run(program, [...command, '-t'])
  const child = spawn(program, [...command, '-g', 'daemon off;'], { stdio: 'ignore' })
  await untilItAnswers(port)
  return {
    port,
    certificate: readFileSync(certificate, 'utf8'),
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** What a distribution has around a site, with everything it writes in the folder. */
function around(dir: string): string {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  // Its workers would else be somebody who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user} worker_processes 2; pid ${dir}/pid; events {}
    http { access_log off; ${kept.map((what) => `${what}_temp_path ${dir}/${what};`).join(' ')}
    include ${dir}/site.conf; }`
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

async function untilItAnswers(port: number): Promise<void> {
  const endsAt = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (performance.now() > endsAt) throw error
      await sleep(LOOK_AGAIN_MS)
    } finally {
      socket.destroy()
    }
  }
}
