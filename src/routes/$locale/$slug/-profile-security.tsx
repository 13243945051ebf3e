import type { Services } from '../../../app/services/services.ts'
import { getSecurityPages, SecurityPage } from '../../../features/profile/security-page.tsx'
import { readSignIns } from '../../../features/sign-ins/read-sign-ins.ts'
import type { SignedInUser } from '../../-guards.ts'
import { useAccountQuery } from '../../-use-account-query.ts'

type Props = { services: Services; user: SignedInUser; offline: boolean }

/** The security page of the profile. Reads what the pages behind its rows would read, with the same query keys. */
export const ProfileSecurity = ({ services, user, offline }: Props) => {
  const { account, api } = services.session
  const { userID } = user
  const { hasPasskeyPage, hasSecondFactorPage } = getSecurityPages(user)
  const passkeys = useAccountQuery({
    key: ['passkeys', userID],
    read: async () => (await account.loadPasskeys()).read(userID),
    offline,
    enabled: hasPasskeyPage && !offline,
  })
  const factors = useAccountQuery({
    key: ['second-factor', userID],
    read: async () => (await account.loadSecondFactor()).read(userID),
    offline,
    enabled: hasSecondFactorPage && !offline,
  })
  const signIns = useAccountQuery({
    key: ['sign-ins', userID],
    read: () => readSignIns(api, userID),
    offline,
    enabled: !offline,
  })
  return (
    <SecurityPage
      user={user}
      state={{
        passkeyCount: passkeys.data?.ok ? passkeys.data.value.passkeys.length : undefined,
        isSecondFactorOn: factors.data?.ok ? factors.data.value.length > 0 : undefined,
        signInCount: signIns.data?.ok ? signIns.data.value.length : undefined,
      }}
    />
  )
}
