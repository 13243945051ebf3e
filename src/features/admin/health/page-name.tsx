import type { routePatterns } from '../../../config/pages.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'

/** The titles of the pages that have the same title for everybody, by the patterns of their routes. */
const titleByRoute: Partial<Record<(typeof routePatterns)[number], MessageId>> = {
  '/$locale/': 'header.home',
  '/$locale/$slug/certificate': 'certificate.title',
  '/$locale/admin/delete-account': 'admin.delete.title',
  '/$locale/admin/health': 'admin.health.title',
  '/$locale/admin/programme': 'admin.programme.title',
  '/$locale/admin/rescue': 'rescue.import.title',
  '/$locale/admin/sync/': 'admin.tabs.sync',
  '/$locale/change-location': 'changeLocation.title',
  '/$locale/change-password': 'changePassword.title',
  '/$locale/confirm-email': 'confirmEmail.title',
  '/$locale/delete-account': 'deleteAccount.title',
  '/$locale/drills': 'drills.title',
  '/$locale/files': 'files.title',
  '/$locale/finish-deletion': 'deleteAccount.begun.title',
  '/$locale/forgot-password': 'forgotPassword.title',
  '/$locale/install': 'install.title',
  '/$locale/login': 'signIn.title',
  '/$locale/outbox': 'outbox.title',
  '/$locale/sign-up': 'signUp.title',
  '/$locale/sitemap': 'sitemap.title',
  '/$locale/storage': 'storage.title',
  '/$locale/verify/': 'verifyCertificate.title',
}

const hasTitle = (route: string): route is keyof typeof titleByRoute => Object.hasOwn(titleByRoute, route)

/** Shows the title of the page of a route, or the pattern of a route with several pages. */
export const PageName = ({ route }: { route: string }) => {
  const t = useTranslate()
  const title = hasTitle(route) ? titleByRoute[route] : undefined
  return title === undefined ? <RoutePattern route={route} /> : <span>{t(title)}</span>
}

/** Shows the pattern of a route. If it does not fit in one line, it breaks after a slash where possible. */
const RoutePattern = ({ route }: { route: string }) => (
  <span translate="no">
    {[...route.matchAll(/\/?[^/]+\/?|\//g)].map(({ 0: part, index }) => (
      <span key={index}>
        <span>{part}</span>
        <wbr />
      </span>
    ))}
  </span>
)
