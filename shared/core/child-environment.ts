/** What a child process may know of the environment: nothing that could be a secret. */

/** Names every system, desktop and language gives. */
const NAMES: ReadonlySet<string> = new Set(
  `PATH PATHEXT HOME USER LOGNAME USERNAME USERPROFILE SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP PWD
  DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION SESSION_MANAGER
  SYSTEMROOT WINDIR COMSPEC SYSTEMDRIVE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES
  PROGRAMFILES(X86) NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE OS
  LD_LIBRARY_PATH FONTCONFIG_PATH FONTCONFIG_FILE CUPS_SERVER NODE_ENV NO_PROXY HTTP_PROXY
  HTTPS_PROXY ALL_PROXY`.split(/\s+/),
)
const FAMILIES = /^(LC|XDG|GTK|GDK|QT|MESA|LIBGL|VK|WAYLAND|KDE|GNOME)_/
/** A proxy may have a name and a password in it. */
const HAS_PASSWORD = /:\/\/[^/\s]*@/

type Environment = Readonly<Record<string, string | undefined>>

export function childEnvironment(own: Environment): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(own).filter(([name, value]) => {
      const known = name.toUpperCase()
      return (NAMES.has(known) || FAMILIES.test(known)) && !HAS_PASSWORD.test(value ?? '')
    }),
  )
}
