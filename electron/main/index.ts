import * as electron from 'electron'
import { runShell } from './shell.ts'

process.umask(0o077)
// The only place that imports the electron module: everything else gets it passed, so it can be
// tested without.
void runShell(electron, import.meta.dirname)
