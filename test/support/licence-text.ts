import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = /^(licen[sc]e|copying)/i
/** A sentence of a text that grants something; the name of a licence grants nothing. */
const GRANTS =
  /Permission is hereby granted|Permission to use, copy, modify|Redistribution and use in source and binary forms|GNU LESSER GENERAL PUBLIC LICENSE|Apache License/

/** Where a package comes without its text, the text stands in the project: `@a/b` as `@a-b.txt`. */
export function licenceFileName(packageName: string): string {
  return `${packageName.replace('/', '-')}.txt`
}

/** Whether the licence's own words are there, in the package's folder or in the project's. */
export function hasLicenceText(name: string, folder: string, ourTexts: string): boolean {
  const own = existsSync(folder) ? readdirSync(folder).filter((file) => FILE.test(file)) : []
  const texts = [
    ...own.map((file) => join(folder, file)),
    ...[join(ourTexts, licenceFileName(name))].filter((file) => existsSync(file)),
  ]
  return texts.some((file) => GRANTS.test(readFileSync(file, 'utf8')))
}
