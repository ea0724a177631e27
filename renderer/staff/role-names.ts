import { useTranslation } from 'react-i18next'
import type { OwnRole, Roles } from '#shared/staff/roles.ts'

/** What somebody is, in words: one of the three and the shop's own. */
export function useRoleNames(own: readonly OwnRole[]): (person: Roles) => string {
  const { t } = useTranslation()
  return ({ role, roleIds }) =>
    [
      ...(role === null ? [] : [t(`staff.roles.${role}`)]),
      ...own.filter(({ id }) => roleIds.includes(id)).map(({ name }) => name),
    ].join(', ')
}
