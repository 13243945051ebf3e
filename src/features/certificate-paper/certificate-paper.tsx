import { saveFile } from '../../platform/save-file.ts'
import { CertificateActions } from './certificate-actions.tsx'
import { usePaper, type PaperProps } from './use-paper.ts'

/** A certificate on paper: saved as a file, shared or printed. */
export const CertificatePaper = (props: PaperProps) => {
  const { document, track } = props
  const course = document.course_id
  return (
    <CertificateActions
      {...usePaper(props)}
      save={(file) => {
        void track('certificate_downloaded', { course })
        saveFile(file.name, file)
      }}
      print={() => {
        void track('certificate_printed', { course })
        window.print()
      }}
    />
  )
}
