import type { RouterHistory } from '@tanstack/react-router'
import { namesCertificate } from '../../analytics/reported-path.ts'

/**
 * Loads a new document when navigating to or from the address of a certificate. Third-party scripts read the
 * address of their document at any time, and Back would show them every address that it had. So a document
 * has either third-party scripts or addresses of certificates (docs/decisions/048-certificates.md).
 */
export const separateCertificates = (history: RouterHistory, { location }: Window): void => {
  const { push, replace } = history
  const isApart = (href: string) => namesCertificate(href) !== namesCertificate(history.location.href)
  history.push = (href, ...rest) => (isApart(href) ? location.assign(href) : push(href, ...rest))
  history.replace = (href, ...rest) => (isApart(href) ? location.replace(href) : replace(href, ...rest))
}
