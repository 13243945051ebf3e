import { useNavigate } from '@tanstack/react-router'
import type { Services } from '../../../app/services/services.ts'
import { CertificateLinks } from '../../../features/certificates/certificate-list.tsx'
import { useCertificates } from '../../../features/certificates/use-certificate.ts'
import { ImpactContent } from '../../../features/impact/impact-card.tsx'
import { useImpact } from '../../../features/impact/use-impact.ts'
import type { ProfileJob } from '../../../features/profile/jobs.ts'
import { collectMyData } from '../../../features/profile/my-data.ts'
import type { RowNote } from '../../../features/profile/profile-list.tsx'
import { ProfileScreen } from '../../../features/profile/profile-screen.tsx'
import { saveJson } from '../../../features/profile/save-json.ts'
import { useUnfinishedUploads } from '../../../features/profile/use-unfinished-uploads.ts'
import { recordSignOut } from '../../../features/sign-out/record-sign-out.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { SignedInUser } from '../../-guards.ts'
import { useSignOutAction } from '../../../features/sign-out/use-sign-out.tsx'
import { useOffline } from '../../-use-offline.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useStore } from '../../../lib/use-store.ts'

/** What the row of the people whom a coach reaches says: their number in this season, or that it is missing. */
const toImpactNote = (impact: ReturnType<typeof useImpact>, t: Translate): RowNote => {
  if (!impact) return {}
  const latest = impact.seasons.at(-1)
  if (latest?.season === impact.season) return { note: t('impact.people', { count: latest.numberOfPeople }) }
  return { note: t('profile.summary.impactDue', { season: String(impact.season) }), needsAction: true }
}

type Props = {
  services: Services
  user: SignedInUser
  /** The page on the screen; undefined for the list of the pages. */
  job: ProfileJob | undefined
}

export const ProfileRoute = ({ services, user, job }: Props) => {
  const { session } = services
  const { account, api } = session
  const { track, reporter } = services.outbox
  const outbox = services.outbox.outbox.of(user.userID)
  const uploads = services.uploads.client.of(user.userID)
  const { drafts, now, stays, theme } = services.device
  const person = services.session.getPerson(user)
  const navigate = useNavigate()
  const t = useTranslate()
  const certificates = useCertificates({ api, outbox }, user.userID)
  const impact = useImpact({ api, outbox, track, moment: services.offline.moment }, user.userID)
  const onSignOut = useSignOutAction()
  const outboxState = useStore(outbox, outbox.snapshot)
  const { toSend, needsAction } = outboxState
  const unfinishedUploads = useUnfinishedUploads(uploads, user.userID)
  const chosenTheme = useStore(theme, theme.chosen)
  const signInRoute = { to: '/$locale/login', params: { locale: user.locale } } as const

  return (
    <ProfileScreen
      user={user}
      job={job}
      certificates={{
        note:
          certificates.length > 0
            ? t('profile.summary.certificates', { count: certificates.length })
            : undefined,
        content:
          certificates.length > 0 ? (
            <Card>
              <CertificateLinks certificates={certificates} />
            </Card>
          ) : (
            <p>{t('certificate.missingBody')}</p>
          ),
      }}
      impact={{
        ...toImpactNote(impact, t),
        content: impact ? (
          <Card>
            <ImpactContent {...impact} />
          </Card>
        ) : (
          <Skeleton rows={6} />
        ),
      }}
      person={person}
      offline={useOffline(services)}
      theme={{ chosen: chosenTheme, onChoose: theme.choose }}
      account={{
        unsent: outboxState,
        uploads: unfinishedUploads,
        onSignOut,
        signOutEverywhere: async () => {
          await recordSignOut({ outbox, reporter, track }, 'sign_out')
          const result = await account.signOutEverywhere(user.userID, uploads.clear)
          if (result.ok) await navigate(signInRoute)
          return result
        },
      }}
      data={{
        unsent: { toSend, needsAction, uploads: unfinishedUploads },
        download: async () => {
          const data = await collectMyData({
            user,
            api,
            session,
            outbox,
            uploads,
            person,
            drafts,
            now,
            stays,
          })
          if (!data) return undefined
          saveJson('breaking-barriers.json', data.content)
          void track('personal_data_downloaded', {})
          return { missing: data.missing }
        },
        erase: async () => {
          // Reloads the page, because nothing in memory must survive.
          if (await eraseFromDevice(services, user)) location.assign(`/${user.locale}/`)
        },
      }}
    />
  )
}

/**
 * Whether this device has something that another person would lose: their work, a sign-up, the deletion of
 * their account, or a session that they started meanwhile in another tab.
 */
const hasDataOfOthers = async ({ session, device }: Services, user: SignedInUser): Promise<boolean> => {
  if (await device.hasWorkOfOthers(user.userID)) return true
  if (await session.account.hasSignUpOfOther(user)) return true
  if ((await session.deletion()) !== undefined) return true
  const signedIn = await session.findUser(user.userID)
  return !signedIn.ok && signedIn.error.message === 'error.otherCustomer'
}

/**
 * Deletes what this device has of a coach. If no other person needs the rest, deletes that too, so that the
 * next visit is like the first. If the tab slept while another coach signed in, deletes nothing and resolves
 * to false.
 */
export const eraseFromDevice = (services: Services, user: SignedInUser): Promise<boolean> => {
  const { session, device, uploads } = services
  // A renewal meanwhile would store the session again.
  return session.withRenewalLock(async () => {
    const hasSignedOut = await session.signOut(user.userID, {
      beforeEnd: uploads.client.of(user.userID).clear,
      // At once: the screens have left, and a coach who hands the phone on does not wait for the server.
      onEnded: () => device.forgetCustomer(user.userID),
    })
    if (!hasSignedOut) return false
    if (!(await hasDataOfOthers(services, user))) await device.erase()
    return true
  })
}
