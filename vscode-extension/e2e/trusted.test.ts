import { judging } from './steps/judging';
import { recovery } from './steps/recovery';
import { running } from './steps/running';
import { runs } from './steps/runs';
import { starting } from './steps/starting';
import { testing } from './steps/testing';
import { writing } from './steps/writing';
import { inWorkbench } from './suite';

// One start for all of them: it costs more than most steps.
inWorkbench('In a trusted workspace', {}, (step) => {
  writing(step);
  running(step);
  testing(step);
  runs(step);
  judging(step);
  recovery(step);
  starting(step);
});
