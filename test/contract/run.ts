/**
 * `npm run test:contract -- --url http://host --key KEY [--member-key KEY] [--issuer RUT --company
 * ID]`: the contract suite against any service, which it asks for its companies; --issuer and
 * --company choose one, or name it where the service does not list them. Without --url it starts
 * this project's own service. What cannot be asked of the service under test (it has no sandbox, or
 * only one company) is skipped by name. Names at the end choose files: `rules`.
 */
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { runVitest } from '../support/run-vitest.ts'

const { values, words } = askedOrEnd(
  parseArgs,
  {
    usage:
      'npm run test:contract -- [--url http://host --key KEY [--member-key KEY] [--issuer RUT --company ID]] [FILE ...]',
    options: {
      url: { kind: 'text' },
      key: { kind: 'text' },
      issuer: { kind: 'text' },
      company: { kind: 'text' },
      'member-key': { kind: 'text' },
    },
    wordsMax: 100,
  },
  process,
)
process.exitCode = runVitest(
  [
    ...['--project', 'house', '--reporter', 'verbose'],
    // One service has one row of folios and one clock; every file with a service of its own may run
    // beside the others.
    ...(values.url === undefined ? [] : ['--no-file-parallelism']),
    ...(words.length === 0 ? ['test/contract'] : words.map((name) => `test/contract/${name}`)),
  ],
  {
    ...(values.url === undefined ? {} : { CONTRACT_URL: values.url }),
    ...(values.key === undefined ? {} : { CONTRACT_KEY: values.key }),
    ...(values.issuer === undefined ? {} : { CONTRACT_ISSUER: values.issuer }),
    ...(values.company === undefined ? {} : { CONTRACT_COMPANY: values.company }),
    ...(values['member-key'] === undefined ? {} : { CONTRACT_MEMBER_KEY: values['member-key'] }),
  },
)
