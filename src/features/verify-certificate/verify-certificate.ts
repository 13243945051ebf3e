import { useQuery } from '@tanstack/react-query'
import type { ErrorCode } from '../../contract/errors.ts'
import { isBeginningOfLink, isCutLink, readCertificateLink } from '../../contract/certificate-link.ts'
import {
  hasNumberForm,
  isCertificateNumber,
  normalizeCertificateNumber,
} from '../../contract/certificate-number.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { certificateText, type CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CheckSignature } from '../../outbox/receipts/check-receipt.ts'

/**
 * What is known of a certificate. `isCut`: the end of its link is missing, and only the number was looked up.
 */
export type Verification =
  /** The number does not have the form of a certificate number. */
  | { is: 'mistyped' }
  | { is: 'valid'; document: CertificateDocument; isCut?: true }
  | { is: 'replaced'; document: CertificateDocument; replacedAt: string | null; isCut?: true }
  | { is: 'unknown' }
  /** The code contains a text that was never issued. */
  | { is: 'forged' }
  /**
   * The server cannot be reached. The signature of the code is valid, but the certificate may have been
   * replaced since.
   */
  | { is: 'signed'; document: CertificateDocument; code: ErrorCode }
  | { is: 'failed'; code: ErrorCode }

type Deps = { api: Pick<ProductApiClient, 'call'>; checkSignature: CheckSignature }

const isSame = (one: CertificateDocument, other: CertificateDocument): boolean =>
  certificateText(one) === certificateText(other) && one.signature === other.signature

/**
 * Looks up a number. If the certificate was scanned or its link opened, `hash` is the text that the link
 * contains; its signature is checked, also without a connection.
 */
export const verifyCertificate = async (
  { api, checkSignature }: Deps,
  number: string,
  hash: string,
): Promise<Verification> => {
  // A number with one wrong character still has the right form, but was never issued.
  if (!isCertificateNumber(number)) return { is: hasNumberForm(number) ? 'unknown' : 'mistyped' }
  const scanned = readCertificateLink(number, hash)
  const isCut = !scanned && isCutLink(hash)
  if (hash !== '' && !scanned && !isCut) return { is: 'forged' }
  const isSigned = scanned && (await checkSignature(scanned, certificateText(scanned)))
  if (isSigned === false) return { is: 'forged' }
  const asked = await api.call('verifyCertificate', { number })
  if (!asked.ok) {
    const { code } = asked.error
    return scanned && isSigned ? { is: 'signed', document: scanned, code } : { is: 'failed', code }
  }
  const { state, certificate: document, replaced_at: replacedAt } = asked.value
  if (!document || state === 'unknown') return { is: 'unknown' }
  // The rest of a cut link was forged if it is not the beginning of the certificate's own link.
  const isOurs = scanned ? isSame(scanned, document) : isBeginningOfLink(hash, document)
  if (!isOurs) return { is: 'forged' }
  const found = isCut ? { document, isCut } : { document }
  return state === 'valid' ? { is: 'valid', ...found } : { is: 'replaced', ...found, replacedAt }
}

/** Looks up the number in an address; `hash` is the text of the certificate, if its code was scanned. */
export const useVerification = (
  { onChecked, ...deps }: Deps & { onChecked: (outcome: Verification['is']) => void },
  { typed, hash }: { typed: string; hash: string },
) => {
  const number = normalizeCertificateNumber(typed)
  const { data } = useQuery({
    queryKey: ['certificate', number, hash],
    queryFn: async (): Promise<Verification> => {
      const result = await verifyCertificate(deps, number, hash)
      onChecked(result.is)
      return result
    },
    // The certificate may be replaced tomorrow, and the connection may be back.
    gcTime: 0,
    networkMode: 'always',
  })
  return { number, result: data }
}
