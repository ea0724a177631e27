#!/bin/bash
# What Debian runs once the files are there. electron-builder fills in the names; its removal takes
# back what is linked and loaded here.

# A name in the path, and the entry in the menu.
if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --install '/usr/bin/${executable}' '${executable}' '/opt/${sanitizedProductName}/${executable}' 100 || ln -sf '/opt/${sanitizedProductName}/${executable}' '/usr/bin/${executable}'
else
    ln -sf '/opt/${sanitizedProductName}/${executable}' '/usr/bin/${executable}'
fi
if hash update-desktop-database 2>/dev/null; then
    update-desktop-database /usr/share/applications || true
fi

# The sandbox needs user namespaces, or else its helper as root.
if ! { [[ -L /proc/self/ns/user ]] && unshare --user true; }; then
    chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox' || true
else
    chmod 0755 '/opt/${sanitizedProductName}/chrome-sandbox' || true
fi

# Ubuntu 24 and later give them only to programs with a profile; before, the profile does not parse.
PROFILE='/opt/${sanitizedProductName}/resources/apparmor-profile'
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$PROFILE" >/dev/null 2>&1; then
    cp -f "$PROFILE" '/etc/apparmor.d/${executable}'
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
        apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
    fi
fi

# Printers that are plugged in already: the rule would hold only from their next plugging in.
if hash udevadm 2>/dev/null && [ -d /run/udev ]; then
    udevadm control --reload-rules || true
    udevadm trigger --action=change --subsystem-match=usb || true
fi
exit 0
