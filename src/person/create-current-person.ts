import type { CurrentUser } from '../session/current-user.ts'
import { createPerson, type PersonDeps } from './create-person.ts'
import type { Person } from './person.ts'

/** The profile of the signed-in coach: one instance per coach, shared by all screens. */
export const createCurrentPerson = ({
  tell = (person) => person,
  ...deps
}: PersonDeps & {
  /** Wraps a profile, for example to track its actions. */
  tell?: (person: Person) => Person
}) => {
  let known: { user: CurrentUser; person: Person } | undefined
  return {
    of: (user: CurrentUser): Person => {
      if (known?.user.userID !== user.userID || known.user.locale !== user.locale) {
        known = { user, person: tell(createPerson(user, deps)) }
      }
      return known.person
    },
    forget: (): void => {
      known = undefined
    },
  }
}
