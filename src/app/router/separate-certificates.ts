import type { RouterHistory } from '@tanstack/react-router'
import { namesCertificate } from '../../analytics/reported-path.ts'

/**
 * Makes the way to the address of a certificate, and from one, a load of the document. The scripts of others read the address of
 * theirs at any time, and Back would show them every one that it had: so a document has either them or such addresses
 * (docs/decisions/048-certificates.md).
 */
export const separateCertificates = (history: RouterHistory, { location }: Window): void => {
  const { push, replace } = history
  const isApart = (href: string) => namesCertificate(href) !== namesCertificate(history.location.href)
  history.push = (href, ...rest) => (isApart(href) ? location.assign(href) : push(href, ...rest))
  history.replace = (href, ...rest) => (isApart(href) ? location.replace(href) : replace(href, ...rest))
}
