;; What an author does in Emacs, for test_emacs.py: a corpus is opened, mended and run by code actions alone.
;; The settings of docs/editors.md have been loaded. What was seen goes to the file in REPORT, as JSON.

(require 'json)
(require 'flymake)
(require 'eglot)

(setq eglot-sync-connect 20
      eglot-confirm-server-initiated-edits nil
      flymake-no-changes-timeout 0.1
      last-nonmenu-event ?a) ; a key, so that no menu is popped up

(defun await (what found)
  (let ((end (+ (float-time) 30)) seen)
    (while (not (or (setq seen (funcall found)) (> (float-time) end)))
      (accept-process-output nil 0.05))
    (or seen (error "In vain awaited %s" what))))

(defun complaints ()
  "The texts that diagnostics above hints underline, each with its message, from above."
  (mapcar (lambda (found)
            (list (buffer-substring-no-properties (flymake-diagnostic-beg found) (flymake-diagnostic-end found))
                  (flymake-diagnostic-text found)))
          (sort (seq-filter (lambda (found) (memq (flymake-diagnostic-type found) '(eglot-error eglot-warning)))
                            (flymake-diagnostics))
                (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))

(defun act (title)
  "Carry out the code action with TITLE where point is."
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt offered &rest _)
               (or (seq-find (lambda (one) (string-match-p title one)) (mapcar #'car offered))
                   (error "No action %s among %S" title (mapcar #'car offered))))))
    (eglot-code-actions (point) (point) nil t)))

(find-file (expand-file-name "tea.corpus.yaml" (getenv "FOLDER")))
(run-hooks 'post-command-hook) ; in batch, nobody else does
(let (seen)
  (await "a server" #'eglot-current-server)
  (flymake-start)
  (push (cons 'found (vconcat (mapcar #'vconcat (await "diagnostics" #'complaints)))) seen)
  (search-forward "requried")
  (goto-char (match-beginning 0))
  (act "required")
  (await "the fix" (lambda () (save-excursion (goto-char (point-min)) (search-forward "required:" nil t))))
  (push (cons 'mended (buffer-substring-no-properties (point-min) (point-max))) seen)
  (act "Run case steep")
  (push (cons 'missed (vconcat (mapcar #'vconcat (await "what was missed" #'complaints)))) seen)
  (eglot-shutdown (eglot-current-server))
  (with-temp-file (getenv "REPORT")
    (insert (json-encode seen))))
