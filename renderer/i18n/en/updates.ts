/** Other versions of the program, in English. */
export const updates = {
  updates: {
    title: 'Versions of the program',
    lead: 'The till is updated when it closes, after a backup, and only with what its maker has signed.',
    here: 'Version {{version}} is here.',
    place: 'Where versions come from',
    placeHint: 'A folder or stick (/media/stick/meson, D:\\meson) or an https:// address.',
    look: 'Look for a new version',
    looking: 'Looking…',
    found: 'There is a new version: {{version}}, of {{date}} ({{megabytes}} MB).',
    fetch: 'Fetch the installer',
    fetching: 'Fetching: {{done}} of {{total}} MB',
    ready: 'Version {{version}} is here and its signature holds.',
    noWayBack:
      'The installer of version {{version}} is not at that place: there will be no way back from here.',
    install: 'Install {{version}} when the till closes',
    ordered:
      'When the till closes, version {{version}} is installed. Another backup is made before.',
    cancel: 'Do not install',
    back: 'Way back',
    backLead:
      'Version {{version}} was kept. Use it if the new one does not work; what was sold stays.',
    backButton: 'Go back to {{version}} when the till closes',
  },
}
