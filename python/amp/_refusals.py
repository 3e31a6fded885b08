# Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops that are refused by name: why, and what to do instead.

The importers say it, and utils/document_refusals.py makes docs/RefusedOps.md of it. An op that
is imported in some forms only says in its lowering which others are refused.
"""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """Ops with one reason. `torch` are names of ATen without the overload, or with it."""

    reason: str
    remedy: str
    torch: tuple[str, ...] = ()
    onnx: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.reason}; {self.remedy}"


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


REFUSALS = (
    Refusal(
        "the size of its result depends on data",
        "keep the shape, and choose elements by a mask, as torch.where does",
        torch=_names(
            "nonzero_static unique unique_dim unique_consecutive unique_dim_consecutive _unique2 "
            "bincount combinations repeat_interleave.Tensor histogram histogramdd _histogramdd_bin_edges"),
        onnx=_names("Unique NonMaxSuppression")),
    Refusal(
        "a number that is read out of a tensor cannot decide what the graph is",
        "leave it a tensor; torch.where chooses between values",
        torch=_names("item _local_scalar_dense equal allclose is_nonzero")),
    Refusal(
        "what runs cannot depend on data",
        "compute both and choose by torch.where; a loop over the steps of a sequence is a "
        "recurrent layer, or unrolled",
        torch=_names("cond while_loop map scan associative_scan"),
        onnx=_names("If Loop Scan")),
    Refusal(
        "no op factorizes or inverts matrices",
        "compute it outside of the step and give it as an input, or use a norm that needs no "
        "factors",
        torch=_names(
            "linalg_inv linalg_inv_ex inverse linalg_det det linalg_slogdet slogdet logdet "
            "linalg_cholesky linalg_cholesky_ex cholesky cholesky_inverse cholesky_solve "
            "linalg_qr qr linalg_svd svd linalg_svdvals linalg_eig linalg_eigh linalg_eigvals "
            "linalg_eigvalsh linalg_solve linalg_solve_ex linalg_solve_triangular "
            "triangular_solve linalg_lstsq linalg_lu linalg_lu_factor linalg_lu_factor_ex "
            "lu_unpack lu_solve linalg_lu_solve linalg_pinv pinverse linalg_matrix_rank "
            "linalg_cond linalg_matrix_exp matrix_exp linalg_matrix_power matrix_power "
            "linalg_householder_product ormqr orgqr geqrf linalg_tensorinv linalg_tensorsolve "
            "linalg_ldl_factor linalg_ldl_factor_ex linalg_ldl_solve linalg_matrix_sqrth "
            "linalg_polar lobpcg svd_lowrank pca_lowrank _lu_with_info _linalg_det _linalg_svd "
            "_linalg_eigh _linalg_slogdet _linalg_solve_ex")),
    Refusal(
        "no op computes singular values",
        "the Frobenius norm and the norms of orders 1 and inf need none",
        torch=_names("nuclear_norm")),
    Refusal(
        "there are no complex numbers in computations",
        "transform outside of the step, or multiply by the sines and cosines as a matrix",
        torch=_names(
            "_fft_c2c _fft_c2r _fft_r2c"),
        onnx=_names("STFT")),
    Refusal(
        "no op computes Bessel functions, or gamma functions but lgamma and digamma",
        "polygamma(1, x) is the gradient of digamma",
        torch=_names(
            "polygamma mvlgamma igamma igammac i0 special_i0 special_i0e "
            "special_i1 special_i1e special_bessel_j0 special_bessel_j1 special_bessel_y0 "
            "special_bessel_y1 special_modified_bessel_i0 special_modified_bessel_i1 "
            "special_modified_bessel_k0 special_modified_bessel_k1 "
            "special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1 "
            "special_spherical_bessel_j0 special_airy_ai special_zeta "
            "special_polygamma special_multigammaln "
            "special_gammainc special_gammaincc kaiser_window")),
    Refusal(
        "no op computes this function",
        "write it by those that there are, or as a torch.autograd.Function of them",
        torch=_names("special_ndtri special_log_ndtr special_erfcx "
                     "special_chebyshev_polynomial_t special_chebyshev_polynomial_u "
                     "special_chebyshev_polynomial_v special_chebyshev_polynomial_w "
                     "special_hermite_polynomial_h special_hermite_polynomial_he "
                     "special_laguerre_polynomial_l special_legendre_polynomial_p "
                     "special_shifted_chebyshev_polynomial_t "
                     "special_shifted_chebyshev_polynomial_u "
                     "special_shifted_chebyshev_polynomial_v "
                     "special_shifted_chebyshev_polynomial_w")),
    Refusal(
        "no op sees the bits of numbers",
        "integers hold what is to be shifted or packed; numbers are scaled by powers of 2",
        torch=_names("nextafter frexp hash_tensor view.dtype"),
        onnx=_names("BitCast")),
    Refusal(
        "no op shifts bits, or finds common divisors",
        "torch.floor_divide and torch.mul by powers of 2 shift",
        torch=_names("bitwise_left_shift bitwise_right_shift gcd lcm __lshift__ __rshift__")),
    Refusal(
        "tensors have no strides that a graph sees",
        "torch.reshape, slices and torch.Tensor.unfold say which elements are meant",
        torch=_names("as_strided as_strided_ as_strided_copy as_strided_scatter set_ resize_ "
                     "resize_as_ new_empty_strided empty_strided empty_permuted")),
    Refusal(
        "there is no random generator for this distribution",
        "torch.rand and torch.randn draw; -log(-log(rand)) added to logits, and argmax, draws a "
        "class",
        torch=_names("multinomial poisson geometric cauchy log_normal binomial random "
                     "_standard_gamma _sample_dirichlet")),
    Refusal(
        "windows of several sizes have no places",
        "max_pool2d with return_indices says where the largest are",
        torch=_names("adaptive_max_pool1d.places adaptive_max_pool2d.places "
                     "adaptive_max_pool3d.places")),
    Refusal(
        "pools of ONNX models give values, without their places",
        "a module of PyTorch whose pools give them is imported by amp.torch",
        onnx=_names("MaxUnpool MaxPool.Indices")),
    Refusal(
        "where its windows lie is drawn at random",
        "max_pool2d and max_pool3d have windows that are fixed",
        torch=_names("fractional_max_pool2d fractional_max_pool3d")),
    Refusal(
        "no op counts equal elements of a row, or those of bins",
        "torch.topk and torch.sort order; torch.bucketize and torch.scatter_add count",
        torch=_names("mode histc nanquantile")),
    Refusal(
        "segments of unequal lengths have no shape",
        "torch.scatter_reduce with the number of its segment for each element",
        torch=_names("segment_reduce _segment_reduce")),
    Refusal(
        "elements that are multiplied by index have no kernel",
        "the exponential of a sum by index of logarithms",
        torch=_names("index_reduce.prod")),
    Refusal(
        "what a packed sequence holds has a shape that depends on data",
        "pad it, and give the loss a mask",
        torch=_names("_pack_padded_sequence _pad_packed_sequence")),
    Refusal(
        "its form is that of a fused kernel",
        "call what it is made of: the layer or loss of torch.nn",
        torch=_names("_linear_cross_entropy linear_cross_entropy _chunk_cat "
                     "_scaled_dot_product_flash_attention "
                     "_scaled_dot_product_flash_attention_for_cpu _native_multi_head_attention "
                     "_thnn_fused_lstm_cell _thnn_fused_gru_cell _cudnn_rnn mkldnn_rnn_layer "
                     "cudnn_convolution cudnn_convolution_transpose "
                     "_grid_sampler_2d_cpu_fallback _embedding_bag_forward_only "
                     "_unsafe_masked_index _unsafe_masked_index_put_accumulate")),
    Refusal(
        "a table is not changed as it is read",
        "apply torch.renorm to it, and give the rows of that to the network",
        torch=_names("embedding_renorm")),
    Refusal(
        "it is the backward pass of an op",
        "call the op; the graph derives it",
        torch=_names("_softmax_backward_data native_dropout_backward relu_backward "
                     "slice_backward max_pool2d_with_indices_backward")),
    Refusal(
        "quantized numbers are not trained",
        "give the model before it was quantized",
        torch=_names("fake_quantize_per_tensor_affine fake_quantize_per_channel_affine "
                     "quantize_per_tensor dequantize"),
        onnx=_names("QuantizeLinear DequantizeLinear DynamicQuantizeLinear QLinearConv "
                    "QLinearMatMul ConvInteger MatMulInteger")),
    Refusal(
        "graphs have no sequences of tensors",
        "stack them, with a dimension for the number",
        onnx=_names("SequenceAt SequenceConstruct SequenceEmpty SequenceErase SequenceInsert "
                    "SequenceLength SequenceMap ConcatFromSequence SplitToSequence")),
    Refusal(
        "graphs have no optional values",
        "export the model with the inputs that it is trained with",
        onnx=_names("Optional OptionalGetElement OptionalHasElement")),
    Refusal(
        "graphs have no strings",
        "tokenize beforehand, and give numbers",
        onnx=_names("StringConcat StringNormalizer StringSplit RegexFullMatch "
                    "TfIdfVectorizer")),
    Refusal(
        "it reads files of images",
        "decode beforehand, and give pixels",
        onnx=_names("ImageDecoder")),
    Refusal(
        "windows that lie where another network says have no kernel",
        "GridSample reads at positions that are computed",
        onnx=_names("DeformConv RoiAlign")),
    Refusal(
        "it makes features of data, and has nothing to train",
        "compute them beforehand, and give them as an input",
        onnx=_names("MelWeightMatrix ai.onnx.ml.TreeEnsemble ai.onnx.ml.ArrayFeatureExtractor "
                    "ai.onnx.ml.Binarizer")),
    Refusal(
        "gradients are those of the graph",
        "--add-training writes them",
        onnx=_names("ai.onnx.preview.training.Gradient")),
)


def by_torch_name() -> dict[str, str]:
    """What is said of ops of ATen: "aten.nonzero"."""
    return {f"aten.{name}": row.text for row in REFUSALS for name in row.torch}


def by_onnx_name() -> dict[tuple[str, str], str]:
    """What is said of ops of ONNX, by domain and name. "MaxPool.Indices" is an output, and
    has no domain."""
    found = {}
    for row in REFUSALS:
        for name in row.onnx:
            domain, _, op = name.rpartition(".")
            key = (domain, op) if domain.startswith("ai.onnx") else ("", name)
            found[key] = row.text
    return found
