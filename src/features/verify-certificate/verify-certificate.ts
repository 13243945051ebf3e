import { useQuery } from '@tanstack/react-query'
import type { ErrorCode } from '../../contract/errors.ts'
import {
  isPrefixOfCertificateHash,
  isTruncatedHash,
  readCertificateLink,
} from '../../contract/certificate-link.ts'
import {
  hasNumberFormat,
  isCertificateNumber,
  normalizeCertificateNumber,
} from '../../contract/certificate-number.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { createCertificateText, type CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { CheckSignature } from '../../outbox/receipts/check-receipt.ts'

/**
 * What is known about a certificate. `isTruncated`: the end of its link is missing, so only the number was
 * looked up.
 */
export type Verification =
  /** The number does not have the format of a certificate number. */
  | { kind: 'mistyped' }
  | { kind: 'valid'; document: CertificateDocument; isTruncated?: true }
  /** The certificate is genuine, but a newer one was issued since. */
  | { kind: 'replaced'; document: CertificateDocument; replacedAt: string | null; isTruncated?: true }
  /** The server has issued no certificate with this number. */
  | { kind: 'unknown' }
  /** The link contains something else than the server has issued. */
  | { kind: 'forged' }
  /**
   * The number could not be looked up. `code` says why. The link's signature is valid, but the certificate
   * may have been replaced since.
   */
  | { kind: 'signed'; document: CertificateDocument; code: ErrorCode }
  /** The number could not be looked up, and no link's signature can be checked instead. */
  | { kind: 'failed'; code: ErrorCode }

type Deps = { api: Pick<ProductApiClient, 'call'>; checkSignature: CheckSignature }

/** Whether two certificates have the same text and the same signature. */
const isSame = (a: CertificateDocument, b: CertificateDocument): boolean =>
  createCertificateText(a) === createCertificateText(b) && a.signature === b.signature

/**
 * Looks up a number. If the QR code of the certificate was scanned or its link opened, `hash` is the hash of
 * the link, which contains the signed text of the certificate. Its signature is checked even if the server
 * cannot be reached.
 */
export const verifyCertificate = async (
  { api, checkSignature }: Deps,
  number: string,
  hash: string,
): Promise<Verification> => {
  // A number with a wrong character may still have the right format, but was never issued.
  if (!isCertificateNumber(number)) return { kind: hasNumberFormat(number) ? 'unknown' : 'mistyped' }
  const linkedDocument = readCertificateLink(number, hash)
  const isTruncated = !linkedDocument && isTruncatedHash(hash)
  const isMalformed = hash !== '' && !linkedDocument && !isTruncated
  if (isMalformed) return { kind: 'forged' }
  // Undefined without a document, or if the signature cannot be checked now.
  const isSigned =
    linkedDocument && (await checkSignature(linkedDocument, createCertificateText(linkedDocument)))
  if (isSigned === false) return { kind: 'forged' }
  const result = await api.call('verifyCertificate', { number })
  if (!result.ok) {
    const { code } = result.error
    if (linkedDocument && isSigned) return { kind: 'signed', document: linkedDocument, code }
    return { kind: 'failed', code }
  }
  const { state, certificate: document, replaced_at: replacedAt } = result.value
  if (!document || state === 'unknown') return { kind: 'unknown' }
  // A truncated link is forged if the link of the stored certificate does not begin with the same text.
  const isGenuine = linkedDocument
    ? isSame(linkedDocument, document)
    : isPrefixOfCertificateHash(hash, document)
  if (!isGenuine) return { kind: 'forged' }
  const details = isTruncated ? { document, isTruncated } : { document }
  return state === 'valid' ? { kind: 'valid', ...details } : { kind: 'replaced', ...details, replacedAt }
}

/** Looks up a number as it was typed. `hash` is the hash of the link, if one was opened. */
export const useVerification = (
  { onChecked, ...deps }: Deps & { onChecked: (outcome: Verification['kind']) => void },
  { typedNumber, hash }: { typedNumber: string; hash: string },
) => {
  const number = normalizeCertificateNumber(typedNumber)
  const { data } = useQuery({
    queryKey: ['certificate', number, hash],
    queryFn: async (): Promise<Verification> => {
      const result = await verifyCertificate(deps, number, hash)
      onChecked(result.kind)
      return result
    },
    // The result is never cached, because the certificate may be replaced, or the server may be reachable
    // again.
    gcTime: 0,
    networkMode: 'always',
  })
  return { number, result: data }
}
