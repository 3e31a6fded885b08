//===- Flags.td - The command line of amp-run --------------*- tablegen -*-===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The flags of amp-run by group: the parser, `amp-run --help` and docs/Flags.md
// are made of this list. Options.cpp says how the value of each one is read.
// What the words of an enumeration mean is said in Options/OptionEnums.def.

include "llvm/Option/OptParser.td"

/// A flag without a value.
class Switch<string name, string help> : Flag<["--"], name>, HelpText<help>;

/// A flag with a value, after `=` or as the next word. `words` names the
/// enumeration of the value, if it is one.
multiclass Value<string name, string metavar, string help, string words = ""> {
  def NAME : Separate<["--"], name>, MetaVarName<metavar>, HelpText<help> {
    string Words = words;
  }
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

/// A flag whose value, after `=`, may be left out.
multiclass OptionalValue<string name, string metavar, string help> {
  def NAME : Flag<["--"], name>, MetaVarName<metavar>, HelpText<help>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

def grp_precision : OptionGroup<"precision">, HelpText<"Precision">;
def grp_scaling : OptionGroup<"scaling">, HelpText<"Loss scaling">;
def grp_lists : OptionGroup<"lists">,
                HelpText<"Which op runs in which type">;
def grp_types : OptionGroup<"types">,
                HelpText<"Types of parameters and their gradients">;
def grp_data : OptionGroup<"data">, HelpText<"Data and training">;
def grp_run : OptionGroup<"run">, HelpText<"Run">;
def grp_memory : OptionGroup<"memory">, HelpText<"Memory">;
def grp_checkpoints : OptionGroup<"checkpoints">,
                      HelpText<"Parameters and checkpoints">;
def grp_output : OptionGroup<"output">, HelpText<"Output">;

let Group = grp_precision in {
defm precision : Value<"precision", "TYPE",
  "what the graph is trained in", "PrecisionKind">;
defm opt_level : Value<"opt-level", "LEVEL",
  "level of precision, as of NVIDIA's Apex; the low type is f16 unless "
  "--precision names one", "OptLevel">;
defm autocast : Value<"autocast", "on|off",
  "turns only the assignment of precision on or off">;
defm compare : OptionalValue<"compare", "A,B,...",
  "trains once for each item from the same start and on the same data and "
  "prints the results side by side (default O0,O1); --precision=f16|bf16 "
  "gives the low type of the levels">;
}

let Group = grp_scaling in {
defm loss_scale : Value<"loss-scale", "dynamic|off|N",
  "turns only loss scaling on or off; N is a fixed scale. Default: dynamic "
  "for f16 at O1 and O2, fixed at 1 at O3, off for bf16, f32 and O0, as "
  "written for none">;
defm init_scale : Value<"init-scale", "N",
  "first loss scale (default: the scaler's, 65536)">;
defm growth_interval : Value<"growth-interval", "N",
  "steps without overflow after which the loss scale grows (default: the "
  "scaler's, 2000)">;
defm skip_limit : Value<"skip-limit", "N",
  "skipped steps in a row after which nothing is updated any more and the run "
  "ends, naming the op that gives the first non-finite value (default 50; 0: "
  "no limit)">;
}

let Group = grp_lists in {
defm preset : Value<"preset", "NAME",
  "the framework whose allow and deny lists hold; on the command line also "
  "whose first loss scale", "PolicyPreset">;
defm policy : Value<"policy", "FILE",
  "policy file, YAML or JSON, that changes the lists">;
defm f32 : Value<"f32", "REGEX",
  "ops whose name or whose variables' names match run in f32">;
defm assigner : Value<"assigner", "NAME",
  "who decides about ops that the lists leave open", "AssignerKind">;
def fail_on_unlisted : Switch<"fail-on-unlisted",
  "ops that no list names are errors">;
def fuse_safe_losses : Switch<"fuse-safe-losses",
  "binary cross entropy of a sigmoid, which 16 bits cannot hold, is computed "
  "from the sigmoid's input">;
defm tf32 : Value<"tf32", "WHICH",
  "f32 contractions of assigned graphs that may multiply in tf32", "Tf32">;
}

let Group = grp_types in {
defm keep_batchnorm_f32 : Value<"keep-batchnorm-f32", "on|off",
  "batch norm's parameters stay in f32 where the model is cast or its "
  "parameters are stored in 16 bits (default: on at O2, off at O3)">;
defm master_weights : Value<"master-weights", "on|off",
  "stores and updates parameters in f32 (default: on, but off at O3); off in "
  "f16 fixes the loss scale at 1">;
defm wgrad_type : Value<"wgrad-type", "f32|as-forward",
  "type of weight gradients of 16-bit matrix products", "WgradType">;
defm hoist_weight_casts : Value<"hoist-weight-casts", "on|off",
  "lets the optimizer write the weights' 16-bit copies instead of casting the "
  "weights in each step (default on); results are the same">;
}

let Group = grp_data in {
defm data : Value<"data", "NAME=SPEC",
  "a data set for the argument NAME, whose first dimension counts samples "
  "(may be repeated); ENTRY.NAME is the argument of one entry point. SPEC is a "
  "file (.npy, .npz, .safetensors, .csv, .tsv), FILE:ARRAY, columns of a table "
  "as in x.csv:a-c,7 or, of labels, 'x.csv:kind{cat,dog}', or a distribution "
  "with --samples: zeros, ones, constant:V, uniform:LO,HI, normal:MEAN,STD, "
  "randint:LO,HI">;
defm input : Value<"input", "NAME=SPEC",
  "a whole tensor for the argument NAME, the same in every step (may be "
  "repeated)">;
defm samples : Value<"samples", "N",
  "samples of data sets that are a distribution">;
defm epochs : Value<"epochs", "N",
  "passes over the data set (default 1, or what --steps needs)">;
defm steps : Value<"steps", "N",
  "most steps in all (default: what the epochs need; 1 without a data set)">;
defm batch_size : Value<"batch-size", "N",
  "samples of a step (default: the declared size; for '?' 32, or all samples "
  "if there are fewer)">;
defm accumulate : Value<"accumulate", "K",
  "adds up the gradients of K steps, the micro-batches, before each update: "
  "an effective batch of K times --batch-size (default 1)">;
defm accumulate_reduction : Value<"accumulate-reduction", "HOW",
  "what becomes of the micro-batches' losses", "AccumulateReduction">;
def flush : Switch<"flush",
  "each epoch ends with an update, of fewer micro-batches if need be; "
  "otherwise they wait for the next epoch's first, and the run's last are not "
  "used">;
defm buckets : Value<"buckets", "NAME=N,N,...",
  "a step takes samples of like length: the data set NAME has the length of "
  "each sample, of which the buckets get those of up to N; data sets whose "
  "second size the graph leaves open are cut to that. Longer ones come into a "
  "bucket of their own">;
def shuffle : Switch<"shuffle",
  "a new order of the samples in each epoch, from --seed">;
def drop_last : Switch<"drop-last",
  "leaves out the last batch of an epoch if it is smaller than the others">;
defm validation_split : Value<"validation-split", "PART",
  "part of the samples, chosen by --seed, that --eval-entry gets and training "
  "does not (default: none; without it data sets that both take are the same)">;
defm seed : Value<"seed", "N",
  "seed of first values, generated data and order (default 0)">;
defm lr : Value<"lr", "X",
  "learning rate of every optimizer (default: the graph's, on resume the checkpoint's)">;
}

let Group = grp_run in {
defm entry : Value<"entry", "NAME",
  "entry point (default: the only one, or train, or main)">;
defm eval_entry : Value<"eval-entry", "NAME",
  "entry point that is run over all its data after training">;
defm eval_every : Value<"eval-every", "K",
  "runs it after every K epochs too">;
defm monitor : Value<"monitor", "NAME[:min|:max]",
  "result that tells the best epoch, of --eval-entry if there is one (default: "
  "the loss; :min, but :max where the name has acc in it)">;
defm patience : Value<"patience", "K",
  "ends the run when the monitored result got no better K times in a row, "
  "looked at after each epoch or each evaluation (default: never)">;
defm min_delta : Value<"min-delta", "X",
  "what it must get better by to count (default 0)">;
def trusted : Switch<"trusted",
  "the file is the user's own work: it may be a program of --save-program, "
  "which is native code, or MLIR bytecode, which is read without defence "
  "against one that was made to do harm">;
defm device : Value<"device", "DEVICE",
  "auto: the first CUDA device if there is one, else the CPU (default); cpu, "
  "cuda or cuda:N">;
def list_devices : Switch<"list-devices", "prints the devices and exits">;
defm threads : Value<"threads", "N",
  "threads of the CPU (default: one for each core that the process may keep "
  "busy)">;
defm cuda_toolkit : Value<"cuda-toolkit", "DIR",
  "folder of the CUDA toolkit, whose assembler and libdevice kernels are made "
  "with (default: CUDA_HOME, CUDA_PATH or /usr/local/cuda; without an assembler "
  "the driver compiles)">;
defm cuda_arch : Value<"cuda-arch", "ARCH",
  "CUDA architecture to compile for where no device says it (default sm_90)">;
defm cache_dir : Value<"cache-dir", "DIR",
  "folder of programs that were compiled before, which nobody else may use "
  "(default: AMP_CACHE_DIR, or amp in XDG_CACHE_HOME or ~/.cache)">;
def no_cache : Switch<"no-cache",
  "compiles, and keeps nothing for the next time">;
}

let Group = grp_memory in {
defm max_memory : Value<"max-memory", "BYTES",
  "most memory that the device's buffers may take (default: no limit)">;
defm recompute : Value<"recompute", "off|on|blocks",
  "what the backward pass computes again instead of keeping it",
  "RecomputeKind">;
defm activation_memory : Value<"activation-memory", "BYTES",
  "most memory for values that are kept for the backward pass; dearer ones "
  "are computed again as it demands (default: no limit)">;
defm flat_state : Value<"flat-state", "on|off",
  "lets an optimizer's parameters, what it keeps of them and their gradients "
  "lie one after another, so that they are tested and updated as one (default "
  "on); off needs less memory where gradients are large">;
}

let Group = grp_checkpoints in {
defm checkpoint_dir : Value<"checkpoint-dir", "DIR",
  "writes checkpoints to this folder, which is made if need be: one at the "
  "end of training, and those of --save-every">;
defm save_every : Value<"save-every", "K",
  "writes one after every K-th step, counted over all epochs">;
defm keep : Value<"keep", "N",
  "keeps the N newest; an older one is removed once a new one is on the disk "
  "(default: all)">;
def save_best : Switch<"save-best",
  "keeps the state of the best epoch, which --monitor tells, as "
  "best.safetensors in the folder">;
defm resume : OptionalValue<"resume", "PATH",
  "goes on from a checkpoint: from this file, or from the newest valid one in "
  "this folder; without a value from the newest in --checkpoint-dir, or from "
  "the first step if there is none yet. The results are those of a run that "
  "was never stopped">;
defm init_from : Value<"init-from", "FILE",
  "begins at the first step with the parameters and buffers of this file, by "
  "name: a checkpoint, what --output wrote, or any other (may be repeated "
  "where they lie in several files)">;
defm init_map : Value<"init-map", "FROM=TO|FILE",
  "array FROM of the file is variable TO of the graph; FROM.*=TO.* renames "
  "all that begin so, FROM= leaves an array out (may be repeated); FILE has "
  "one FROM=TO per line">;
def init_partial : Switch<"init-partial",
  "variables that the file lacks keep the graph's first values (otherwise "
  "that is an error)">;
def init_optimizer : Switch<"init-optimizer",
  "takes the optimizers' state, which has their learning rates, from the file "
  "too">;
}

let Group = grp_output in {
defm print_every : Value<"print-every", "K",
  "prints the results of every K-th step">;
defm output : Value<"output", "FILE",
  "writes the trained parameters (at O2 and O3 in f32), the buffers and the "
  "results that are not scalars: for all samples where they have a row for "
  "each, else of the last step">;
defm save_program : Value<"save-program", "FILE",
  "writes the compiled program, which amp-run and amp-run-program run without "
  "the compiler: amp-run FILE --trusted">;
def compile_only : Switch<"compile-only",
  "writes the program and runs nothing; for CUDA (--device=cuda, --cuda-arch) "
  "no GPU need be there">;
defm program_batches : Value<"program-batches", "N,N,...",
  "batch sizes that the saved program is made for beside those of this run">;
def json : Switch<"json", "prints one JSON document instead of tables">;
def fail_on_warning : Switch<"fail-on-warning",
  "what is only warned of is an error: exit code 3 before a run, else 1">;
def profile : Switch<"profile",
  "measures each record of the launch list and prints where the time goes, by "
  "op, by name or line, and by record">;
def explain : Switch<"explain",
  "prints, before training, which op runs in which type and why, and what the "
  "casts cost">;
defm progress : Value<"progress", "auto|on|off",
  "progress bar on standard error (default auto: if it is a terminal)">;
def help : Switch<"help", "prints this text and exits">;
def h : Flag<["-"], "h">, Alias<help>;
def version : Switch<"version", "prints the version and exits">;
}
