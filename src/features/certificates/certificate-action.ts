import type { MessageId } from '../../i18n/message-id.ts'
import type { CertificateState } from './certificate-state.ts'

const actions: Partial<Record<CertificateState['is'], MessageId>> = {
  issued: 'certificate.open',
  'to-request': 'courses.requestCertificate',
}

/**
 * The action on the page of a certificate; undefined while modules are missing or the request is in the
 * outbox.
 */
export const certificateAction = ({ is }: CertificateState): MessageId | undefined => actions[is]
