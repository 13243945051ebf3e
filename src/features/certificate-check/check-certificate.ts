import type { ErrorCode } from '../../contract/errors.ts'
import { isCertificateNumber } from '../../contract/certificate-number.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { certificateText, type CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CheckSignature } from '../../outbox/receipts/check-signature.ts'

/** What is known of a certificate. */
export type CheckResult =
  /** The number cannot be one: somebody mistyped it. */
  | { is: 'mistyped' }
  | { is: 'valid'; document: CertificateDocument }
  | { is: 'replaced'; document: CertificateDocument; replacedAt: string | null }
  | { is: 'unknown' }
  /** The code says something that was never issued so. */
  | { is: 'forged' }
  /** The server cannot be asked; what the code says is signed, and may have been replaced since. */
  | { is: 'signed'; document: CertificateDocument; code: ErrorCode }
  | { is: 'failed'; code: ErrorCode }

type Deps = { api: Pick<ProductApiClient, 'call'>; checkSignature: CheckSignature }

const isSame = (one: CertificateDocument, other: CertificateDocument): boolean =>
  certificateText(one) === certificateText(other) && one.signature === other.signature

/**
 * Looks a number up. Where its certificate was scanned (`scanned`), what the code says is checked by its signature, without a
 * connection too.
 */
export const createCheckCertificate =
  ({ api, checkSignature }: Deps) =>
  async (number: string, scanned: CertificateDocument | undefined): Promise<CheckResult> => {
    if (!isCertificateNumber(number)) return { is: 'mistyped' }
    const isSigned = scanned && (await checkSignature(scanned, certificateText(scanned)))
    if (isSigned === false) return { is: 'forged' }
    const asked = await api.call('verifyCertificate', { number })
    if (!asked.ok) {
      const { code } = asked.error
      return scanned && isSigned ? { is: 'signed', document: scanned, code } : { is: 'failed', code }
    }
    const { state, certificate: document, replaced_at: replacedAt } = asked.value
    if (!document || state === 'unknown') return { is: 'unknown' }
    if (scanned && !isSame(scanned, document)) return { is: 'forged' }
    return state === 'valid' ? { is: 'valid', document } : { is: 'replaced', document, replacedAt }
  }
